/** Whether the system opens this app when its user logs in. The system alone knows: its user may have changed it there. */
export interface StartAtLogin {
  readonly isOn: () => boolean;
  /** @throws with a sentence, if the system does not accept it. */
  readonly set: (on: boolean) => void;
}
