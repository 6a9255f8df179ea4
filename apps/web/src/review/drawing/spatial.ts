/** Places on a picture as W3C media fragments tell them: `xywh=percent:x,y,w,h`; a dot is a box without extent. */

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const pattern = /xywh=percent:([\d.]+),([\d.]+),([\d.]+),([\d.]+)/

/** The box of a stored text; nothing where it is in another form. */
export function parseBox(text: string): Box | undefined {
  const match = pattern.exec(text)
  if (!match) return undefined
  const [x = 0, y = 0, width = 0, height = 0] = match.slice(1).map(Number)
  return [x, y, width, height].every(Number.isFinite) ? { x, y, width, height } : undefined
}

export function formatBox({ x, y, width, height }: Box): string {
  return `xywh=percent:${[x, y, width, height].map(value => Number(value.toFixed(2))).join(',')}`
}
