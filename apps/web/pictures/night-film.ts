/** A film to look at: a boat crosses a calm sea by night, under the moon; then the same sea in the morning. */

interface Colour {
  readonly y: number
  readonly u: number
  readonly v: number
}

interface Light {
  readonly sky: readonly [top: Colour, horizon: Colour]
  readonly hills: Colour
  readonly sea: readonly [horizon: Colour, shore: Colour]
  readonly lamp: Colour
  readonly boat: Colour
  /** Height of moon or sun, of the height of the picture. */
  readonly lampAt: readonly [x: number, y: number]
}

const night: Light = {
  sky: [toColour(12, 18, 44), toColour(58, 78, 118)],
  hills: toColour(14, 20, 34),
  sea: [toColour(38, 56, 92), toColour(10, 16, 32)],
  lamp: toColour(244, 240, 218),
  boat: toColour(6, 8, 14),
  lampAt: [0.7, 0.24],
}
const morning: Light = {
  sky: [toColour(96, 132, 176), toColour(246, 196, 150)],
  hills: toColour(70, 74, 96),
  sea: [toColour(206, 168, 146), toColour(58, 80, 104)],
  lamp: toColour(255, 238, 190),
  boat: toColour(34, 30, 40),
  lampAt: [0.32, 0.46],
}

const horizon = 0.6
/** Bands instead of a gradient: a picture of few colours is a small file. */
const bands = 14

/** Paints frames in yuv420p; the morning begins at frame `dawn`. */
export function createNightFilm(width: number, height: number, dawn: number): (frame: number, picture: Buffer) => void {
  const aspect = width / height
  const [dark, bright] = [night, morning].map(light => {
    const picture = Buffer.alloc((width * height * 3) / 2)
    paint(picture, width, height, (x, y) => colourAt(light, x, y, aspect))
    return picture
  })
  return (frame, picture) => {
    const [background, light] = frame < dawn ? [dark, night] : [bright, morning]
    background!.copy(picture)
    const boatX = 0.2 + (frame * 0.5) / dawn
    paint(picture, width, height, (x, y) => (isBoat((x - boatX) * aspect, y) ? light.boat : undefined))
  }
}

/** Paints pixels in given colours; four pixels share the chroma of the first. */
function paint(
  picture: Buffer,
  width: number,
  height: number,
  toColourAt: (x: number, y: number) => Colour | undefined,
): void {
  const size = width * height
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const colour = toColourAt((column + 0.5) / width, (row + 0.5) / height)
      if (!colour) continue
      picture[row * width + column] = colour.y
      if (row % 2 === 1 || column % 2 === 1) continue
      const chroma = size + (row * width) / 4 + column / 2
      picture[chroma] = colour.u
      picture[chroma + size / 4] = colour.v
    }
  }
}

function colourAt(light: Light, x: number, y: number, aspect: number): Colour {
  const [lampX, lampY] = light.lampAt
  if (y > horizon) {
    const depth = (y - horizon) / (1 - horizon)
    const sway = 0.012 * Math.sin(90 * Math.sqrt(depth))
    const isGlitter = Math.abs(x - lampX - sway) < 0.012 + 0.04 * depth && Math.sin(160 * Math.sqrt(depth)) > 0.2
    return isGlitter ? light.lamp : mix(light.sea, depth)
  }
  if (y > horizon - hillHeight(x)) return light.hills
  if (Math.hypot((x - lampX) * aspect, y - lampY) < 0.07) return light.lamp
  return mix(light.sky, y / horizon)
}

function hillHeight(x: number): number {
  return 0.06 + 0.035 * Math.sin(7 * x + 0.6) + 0.02 * Math.sin(17 * x + 2)
}

/** A hull and a sail, around the origin of x. */
function isBoat(x: number, y: number): boolean {
  const [keel, deck, top] = [horizon + 0.13, horizon + 0.085, horizon - 0.15]
  if (y > deck && y < keel) return Math.abs(x) < 0.11 - (y - deck) * 0.8
  const sail = (y - top) / (deck - 0.012 - top)
  return sail > 0 && sail < 1 && x > -0.008 && x < 0.09 * sail
}

function mix([from, to]: readonly [Colour, Colour], share: number): Colour {
  const step = Math.floor(share * bands) / (bands - 1)
  const between = (a: number, b: number) => Math.round(a + (b - a) * Math.min(1, step))
  return { y: between(from.y, to.y), u: between(from.u, to.u), v: between(from.v, to.v) }
}

/** BT.709, limited range. */
function toColour(red: number, green: number, blue: number): Colour {
  const luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return {
    y: Math.round(16 + (luma * 219) / 255),
    u: Math.round(128 + ((blue - luma) / 1.8556) * (224 / 255)),
    v: Math.round(128 + ((red - luma) / 1.5748) * (224 / 255)),
  }
}
