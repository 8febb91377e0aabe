/** The request does not prove where it comes from. The reason is for the log; the caller learns nothing. */
export class Unverified extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Unverified'
  }
}
