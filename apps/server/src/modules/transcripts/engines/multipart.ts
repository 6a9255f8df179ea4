import { randomUUID } from 'node:crypto'

/** A form as `multipart/form-data` (RFC 7578): fields in order, a name may come twice, then a file. */
export function writeMultipart(
  fields: readonly (readonly [name: string, value: string])[],
  file: { name: string; fileName: string; mediaType: string; bytes: Uint8Array },
): { contentType: string; body: Buffer } {
  const boundary = `rushes-${randomUUID()}`
  const parts = fields.map(([name, value]) => Buffer.from(`${toHead(boundary, name)}\r\n\r\n${value}\r\n`))
  const head = `${toHead(boundary, file.name)}; filename="${quote(file.fileName)}"\r\nContent-Type: ${file.mediaType}\r\n\r\n`
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...parts, Buffer.from(head), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

function toHead(boundary: string, name: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${quote(name)}"`
}

/** As browsers escape what would end the name. */
function quote(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
