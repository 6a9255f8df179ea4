/**
 * The header that names a download (RFC 6266): an ASCII name for old clients, where everything that is not a plain
 * character becomes `_`, and the exact name beside it in percent-encoded UTF-8 (RFC 8187).
 */
export function toContentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const name = fileName.toWellFormed()
  const ascii = name.replaceAll(/[^\w .()+,=@~-]/g, '_').trim() || 'file'
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, char => `%${char.charCodeAt(0).toString(16)}`)
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
