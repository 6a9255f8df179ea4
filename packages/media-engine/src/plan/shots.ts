/** A film whose cuts are looked for. */
export interface ShotsPlan {
  readonly path: string
  readonly demuxer: string | undefined
  readonly streamIndex: number
  readonly threshold: number
}

/** The pictures that the detector compares: small, since a cut changes everything. */
const SHOT_PICTURE = { width: 160, height: 90 } as const

export const SHOT_FILTER = `scale=${SHOT_PICTURE.width}:${SHOT_PICTURE.height}:flags=area,format=rgb24`
