/** Which derivatives an ingest makes: the production setting `ingest`. */
export interface IngestSettings {
  readonly poster: boolean
  readonly posterMaxWidth: number
  readonly proxy: boolean
  readonly proxyMaxHeight: number
}

const defaults: IngestSettings = { poster: true, posterMaxWidth: 640, proxy: true, proxyMaxHeight: 540 }
/** Height of a proxy that was asked for in high definition. */
export const hdProxyHeight = 1080
const largestPixels = 4320

/** Reads the setting; a member that is absent or makes no sense has its default, so a slip there stops no ingest. */
export function readIngestSettings(setting: unknown): IngestSettings {
  const given = typeof setting === 'object' && setting !== null ? (setting as Record<string, unknown>) : {}
  return {
    poster: readFlag(given.poster, defaults.poster),
    posterMaxWidth: readPixels(given.posterMaxWidth, defaults.posterMaxWidth),
    proxy: readFlag(given.proxy, defaults.proxy),
    proxyMaxHeight: readPixels(given.proxyMaxHeight, defaults.proxyMaxHeight),
  }
}

function readFlag(value: unknown, fallback: boolean): boolean {
  return typeof value === 'boolean' ? value : fallback
}

/** Encoders want an even number of lines. */
function readPixels(value: unknown, fallback: number): number {
  const isUsable = typeof value === 'number' && Number.isSafeInteger(value) && value >= 16 && value <= largestPixels
  return isUsable ? value - (value % 2) : fallback
}
