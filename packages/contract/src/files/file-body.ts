/** A file as the whole of a body: how the client sends it and how the use case gets it. */
export class FileBody {
  /** As in `Content-Type`, parameters included. */
  readonly contentType: string
  readonly bytes: Uint8Array

  constructor(contentType: string, bytes: Uint8Array) {
    this.contentType = contentType
    this.bytes = bytes
  }
}
