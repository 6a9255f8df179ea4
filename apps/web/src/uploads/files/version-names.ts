/** How people number versions in the names of files: `Episode 2_v3.mov`, `teaser V02.mp4`. Pure. */

const numbered = /^(.+?)([ ._-]*)(v)(\d{1,3})(\.\w{1,5})?$/i
/** So many versions before are looked for. */
const most = 20

/** The names that earlier versions of a file would have, the latest first, last that without a number; none where it is no later version. */
export function listEarlierNames(fileName: string): string[] {
  const match = numbered.exec(fileName.slice(fileName.lastIndexOf('/') + 1))
  if (!match) return []
  const [, base = '', gap = '', letter = '', digits = '', extension = ''] = match
  const number = Number(digits)
  if (number < 2) return []
  const earlier = Array.from({ length: Math.min(number - 1, most) }, (_, index) => {
    return `${base}${gap}${letter}${String(number - 1 - index).padStart(digits.length, '0')}${extension}`
  })
  return [...earlier, `${base}${extension}`]
}
