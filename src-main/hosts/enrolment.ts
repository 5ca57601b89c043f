/** Credentials that a station enrols itself with. */
export interface Enrolment {
  /** Domain root of the server. */
  readonly serverUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}
