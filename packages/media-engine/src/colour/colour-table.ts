/**
 * Tables that convert colours to those of BT.709 as Chromium does it, so that a proxy shows what its original shows there.
 *
 *     code values ──► light (linear) ──► tone mapping (PQ, HLG) ──► primaries of BT.709 ──► code values (sRGB curve)
 */

/** Colours that are not those of BT.709, in FFmpeg's names (`Colour`). */
export interface ColourSource {
  readonly primaries: string
  readonly transfer: string
}

type Triple = readonly [number, number, number]
type Matrix = readonly [Triple, Triple, Triple]

interface Point {
  readonly x: number
  readonly y: number
}

interface Primaries {
  /** Red, green and blue. */
  readonly colours: readonly [Point, Point, Point]
  readonly white: Point
}

const point = (x: number, y: number): Point => ({ x, y })
const D65 = point(0.3127, 0.329)
const C = point(0.31, 0.316)

const BT709: Primaries = { colours: [point(0.64, 0.33), point(0.3, 0.6), point(0.15, 0.06)], white: D65 }

/** Primaries that are converted (ITU-T H.273); Chromium shows those of SMPTE 170M and 240M as they are. */
const PRIMARIES: Readonly<Record<string, Primaries>> = {
  bt470m: { colours: [point(0.67, 0.33), point(0.21, 0.71), point(0.14, 0.08)], white: C },
  bt470bg: { colours: [point(0.64, 0.33), point(0.29, 0.6), point(0.15, 0.06)], white: D65 },
  film: { colours: [point(0.681, 0.319), point(0.243, 0.692), point(0.145, 0.049)], white: C },
  bt2020: { colours: [point(0.708, 0.292), point(0.17, 0.797), point(0.131, 0.046)], white: D65 },
  smpte428: { colours: [point(1, 0), point(0, 1), point(0, 0)], white: point(1 / 3, 1 / 3) },
  smpte431: { colours: [point(0.68, 0.32), point(0.265, 0.69), point(0.15, 0.06)], white: point(0.314, 0.351) },
  smpte432: { colours: [point(0.68, 0.32), point(0.265, 0.69), point(0.15, 0.06)], white: D65 },
  ebu3213: { colours: [point(0.63, 0.34), point(0.295, 0.605), point(0.155, 0.077)], white: D65 },
}

/** Nits of white in a film without high dynamic range (BT.2408), and of the brightest point of one with it. */
const WHITE_NITS = 203
const PEAK_NITS = 1000
const PQ_NITS = 10_000

/** Light from 0 to 1 of what has no high dynamic range; Chromium reads all others by the curve of sRGB. */
const CURVES: Readonly<Record<string, (code: number) => number>> = {
  bt470m: code => code ** 2.2,
  bt470bg: code => code ** 2.8,
  linear: code => code,
  smpte428: code => (code ** 2.6 * 52.37) / 48,
}

const HIGH_DYNAMIC_RANGE = ['smpte2084', 'arib-std-b67']

/** True if the colours differ from those of BT.709 in a browser. */
export const needsTable = ({ primaries, transfer }: ColourSource): boolean =>
  primaries in PRIMARIES || transfer in CURVES || HIGH_DYNAMIC_RANGE.includes(transfer)

function fromSrgb(code: number): number {
  return code <= 0.04045 ? code / 12.92 : ((code + 0.055) / 1.055) ** 2.4
}

function toSrgb(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
}

/** SMPTE ST 2084: light in units of white. */
function fromPq(code: number): number {
  const root = code ** (1 / 78.84375)
  const light = (Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root)) ** (1 / 0.1593017578125)
  return (light * PQ_NITS) / WHITE_NITS
}

/** BT.2100: light of the scene from 0 to 1. */
function fromHlg(code: number): number {
  return code <= 0.5 ? code ** 2 / 3 : (Math.exp((code - 0.55991073) / 0.17883277) + 0.28466892) / 12
}

/** Light of the screen in units of white from that of the scene, at the peak of a reference display. */
function display(scene: Triple): Triple {
  const luminance = 0.2627 * scene[0] + 0.678 * scene[1] + 0.0593 * scene[2]
  return scale(scene, (luminance ** 0.2 * PEAK_NITS) / WHITE_NITS)
}

/** SMPTE ST 2094-50, tone mapping by reference white: half of the light up to white, then a curve up to the peak. */
function compress(light: Triple): Triple {
  const brightest = Math.max(...light)
  if (brightest <= 1) return scale(light, 0.5)
  const peak = PEAK_NITS / WHITE_NITS
  // a quadratic Bézier curve from (1, 0.5) to (peak, 1), whose middle point is on the line of the first half
  const [middle, a] = [1.65, 1 + peak - 2 * 1.65]
  const b = middle - 1
  const t = Math.min(1, (Math.sqrt(b * b + a * (Math.min(brightest, peak) - 1)) - b) / a)
  const mapped = 0.5 * (1 - t) ** 2 + 1.65 * t * (1 - t) + t * t
  return scale(light, mapped / brightest)
}

const scale = ([r, g, b]: Triple, by: number): Triple => [r * by, g * by, b * by]

const map = ([r, g, b]: Triple, change: (value: number) => number): Triple => [change(r), change(g), change(b)]

const multiply = (matrix: Matrix, [x, y, z]: Triple): Triple =>
  matrix.map(([a, b, c]) => a * x + b * y + c * z) as unknown as Triple

const transpose = ([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix => [
  [a, d, g],
  [b, e, h],
  [c, f, i],
]

function invert([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  const rows: Matrix = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ]
  return rows.map(row => scale(row, 1 / det)) as unknown as Matrix
}

/** Tristimulus values of a colour whose luminance is 1. */
const toTristimulus = ({ x, y }: Point): Triple => (y === 0 ? [x, y, 1 - x - y] : [x / y, 1, (1 - x - y) / y])

function toXyz({ colours, white }: Primaries): Matrix {
  const columns = transpose(colours.map(toTristimulus) as unknown as Matrix)
  const amounts = multiply(invert(columns), toTristimulus(white))
  return columns.map(row => row.map((value, column) => value * amounts[column]!)) as unknown as Matrix
}

/** Cones of the eye by Bradford. */
const CONES: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]

/** Tristimulus values under another white, which stays white. */
function adapt(xyz: Triple, from: Point, to: Point): Triple {
  const [before, after] = [from, to].map(white => multiply(CONES, toTristimulus(white))) as [Triple, Triple]
  const seen = multiply(CONES, xyz)
  return multiply(invert(CONES), seen.map((value, cone) => (value * after[cone]!) / before[cone]!) as unknown as Triple)
}

/** Light of BT.709 from that of other primaries. */
function createConversion(primaries: Primaries): Matrix {
  const [own, target] = [toXyz(primaries), invert(toXyz(BT709))]
  const unit = (axis: number): Triple => [0, 1, 2].map(place => (place === axis ? 1 : 0)) as unknown as Triple
  const columns = [0, 1, 2].map(axis => multiply(target, adapt(multiply(own, unit(axis)), primaries.white, D65)))
  return transpose(columns as unknown as Matrix)
}

function toLight({ transfer }: ColourSource, code: Triple): Triple {
  if (transfer === 'smpte2084') return compress(map(code, fromPq))
  if (transfer === 'arib-std-b67') return compress(display(map(code, fromHlg)))
  return map(code, CURVES[transfer] ?? fromSrgb)
}

/** The function that gives colours as BT.709 has them; all numbers are from 0 to 1. */
export function createColourConversion(source: ColourSource): (code: Triple) => Triple {
  const primaries = PRIMARIES[source.primaries]
  const matrix = primaries && createConversion(primaries)
  return code => {
    const light = toLight(source, code)
    const converted = matrix ? multiply(matrix, light) : light
    return map(converted, value => toSrgb(Math.min(1, Math.max(0, value))))
  }
}

/** Steps of each of the three axes of a table: with so many the error is below 1 of 255. */
const TABLE_STEPS = 65

/** The conversion as a table in the format .cube. */
export function formatColourTable(source: ColourSource): string {
  const convert = createColourConversion(source)
  const steps = Array.from({ length: TABLE_STEPS }, (_, step) => step / (TABLE_STEPS - 1))
  const lines = steps.flatMap(b =>
    steps.flatMap(g =>
      steps.map(r =>
        convert([r, g, b])
          .map(value => value.toFixed(5))
          .join(' '),
      ),
    ),
  )
  return `LUT_3D_SIZE ${TABLE_STEPS}\n${lines.join('\n')}\n`
}
