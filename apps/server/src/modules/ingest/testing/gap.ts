/** The boxes of an MP4 that hold its tables. */
const nested = ['trak', 'edts', 'mdia', 'minf', 'stbl']

/**
 * A film of which one frame is shown for hours: of an MP4 of one track whose frames are equally long. Its edit list
 * shows all of it, or ends where it did before.
 */
export function withGap(film: Buffer, { frame, hours, isShown }: { frame: number; hours: number; isShown: boolean }) {
  const at = film.indexOf('moov') - 4
  const moov = Buffer.from(film.subarray(at, at + film.readUInt32BE(at)))
  const boxes = findBoxes(moov)
  const place = (name: string) => boxes.get(name) ?? assertFound(name)
  const times = place('stts')
  const [frames, step] = [moov.readUInt32BE(times + 16), moov.readUInt32BE(times + 20)]
  const [movieScale, scale] = [moov.readUInt32BE(place('mvhd') + 20), moov.readUInt32BE(place('mdhd') + 20)]
  const edit = place('elst') + 16
  if (isShown) moov.writeUInt32BE(moov.readUInt32BE(edit) + hours * 3600 * movieScale, edit)
  const entries = Buffer.alloc(28)
  for (const [index, value] of [3, frame, step, 1, hours * 3600 * scale, frames - frame - 1, step].entries()) {
    entries.writeUInt32BE(value, 4 * index)
  }
  for (const name of ['trak', 'mdia', 'minf', 'stbl', 'stts']) {
    moov.writeUInt32BE(moov.readUInt32BE(place(name)) + 16, place(name))
  }
  moov.writeUInt32BE(moov.length + 16, 0)
  // Behind the pictures, whose places stay as they are.
  const rest = Buffer.from(film)
  rest.write('free', at + 4)
  return Buffer.concat([rest, moov.subarray(0, times + 12), entries, moov.subarray(times + 24)])
}

function assertFound(name: string): never {
  throw new Error(`the film has no box ${name}`)
}

function findBoxes(moov: Buffer): Map<string, number> {
  const found = new Map<string, number>()
  const look = (from: number, to: number) => {
    for (let at = from; at < to; at += moov.readUInt32BE(at)) {
      const name = moov.toString('latin1', at + 4, at + 8)
      found.set(name, at)
      if (nested.includes(name)) look(at + 8, at + moov.readUInt32BE(at))
    }
  }
  look(8, moov.length)
  return found
}
