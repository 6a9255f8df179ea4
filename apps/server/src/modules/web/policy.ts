/**
 * Scripts, styles and fonts from here alone, and pictures and films from where the service says that it is; films also
 * from the object store that it sends browsers to.
 */
export function toContentPolicy(origin: string, storeOrigin: string | undefined): string {
  const own = `'self' ${origin}`
  const films = storeOrigin === undefined ? own : `${own} ${storeOrigin}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src ${own} blob: data:`,
    `media-src ${films} blob:`,
    `connect-src ${films}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}
