/** The disk that the station's stores lie on. */
export interface Disk {
  /** Bytes that this user may still write there; null where the system does not tell. */
  freeBytes(): number | null;
}
