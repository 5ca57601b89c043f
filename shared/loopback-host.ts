/** Whether this is a name or an address of the computer itself. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host);
}
