import { toPlainText } from '../../../text/text-parts.ts'
import { blockLength, lastBlock, textOffset, unusedSpace, userDataBlock } from '../layout/blocks.ts'
import { type Characters, getCharacters } from '../layout/characters.ts'
import { type GsiField, getGsiBytes, gsiFields, gsiLength, readGsiField } from '../layout/gsi.ts'
import { readCodeTable } from '../read/read.ts'
import { readText } from '../read/read-text.ts'

/** What may be asked of a dump. */
export interface DumpOptions {
  readonly clearUserData?: boolean
  /** Name of the file, to carry its bytes along under. */
  readonly sourceName?: string
}

const colours = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White']
const controls = new Map<number, string>([
  ...colours.map((colour, index): [number, string] => [index, `Alpha${colour}`]),
  ...colours.map((colour, index): [number, string] => [0x10 + index, `Mosaic${colour}`]),
  [0x08, 'Flash'],
  [0x09, 'Steady'],
  [0x0a, 'EndBox'],
  [0x0b, 'StartBox'],
  [0x0c, 'NormalHeight'],
  [0x0d, 'DoubleHeight'],
  [0x0e, 'DoubleWidth'],
  [0x0f, 'DoubleSize'],
  [0x18, 'Conceal'],
  [0x19, 'ContiguousMosaic'],
  [0x1a, 'SeparatedMosaic'],
  [0x1c, 'BlackBackground'],
  [0x1d, 'NewBackground'],
  [0x1e, 'HoldMosaic'],
  [0x1f, 'ReleaseMosaic'],
  [0x20, 'space'],
  [0x80, 'ItalicOn'],
  [0x81, 'ItalicOff'],
  [0x82, 'UnderlineOn'],
  [0x83, 'UnderlineOff'],
  [0x84, 'BoxingOn'],
  [0x85, 'BoxingOff'],
  [0x8a, 'newline'],
  [0xa0, 'space'],
])

/** An STL file as the XML that the assertions of the conformance folder are written against. */
export function toStlXml(file: Uint8Array, { clearUserData, sourceName }: DumpOptions = {}): string {
  const gsi = file.subarray(0, gsiLength)
  const head = Object.keys(gsiFields).map(name => {
    if (name !== 'UDA') return element(name, escapeXml(readGsiField(gsi, name as GsiField)))
    const userData = Buffer.from(getGsiBytes(gsi, 'UDA')).toString('latin1').trimEnd()
    return element('UDA', clearUserData ? '' : Buffer.from(userData, 'latin1').toString('base64'))
  })
  const source =
    sourceName === undefined
      ? ''
      : element('StlSource', element('Filename', sourceName) + element('Data', Buffer.from(file).toString('base64')))
  const body = element('BODY', element('TTICONTAINER', dumpBlocks(file, getCharacters(readCodeTable(gsi))).join('')))
  return element('StlXml', element('HEAD', element('GSI', head.join(''))) + body + source)
}

/** Every subtitle with the text of its series of blocks joined, and every block of user data. */
function dumpBlocks(file: Uint8Array, characters: Characters): string[] {
  const dumped: string[] = []
  let text = ''
  for (let offset = gsiLength; offset + blockLength <= file.length; offset += blockLength) {
    const block = file.subarray(offset, offset + blockLength)
    const field = Buffer.from(block.subarray(textOffset))
    if (block[3] === userDataBlock) dumped.push(dumpBlock(block, field.toString('base64')))
    else {
      const end = field.indexOf(unusedSpace)
      text += field.subarray(0, end < 0 ? field.length : end).toString('latin1')
      if (block[3] !== lastBlock) continue
      dumped.push(dumpBlock(block, dumpText(text, characters)))
      text = ''
    }
  }
  return dumped
}

function dumpBlock(block: Uint8Array, text: string): string {
  const hex = (index: number) => block[index]!.toString(16).padStart(2, '0')
  const time = (from: number) =>
    Array.from(block.subarray(from, from + 4), part => String(part).padStart(2, '0')).join('')
  return element(
    'TTI',
    [
      element('SGN', String(block[0])),
      element('SN', String(block[1]! + 256 * block[2]!)),
      element('EBN', hex(3)),
      element('CS', hex(4)),
      element('TCI', time(5)),
      element('TCO', time(9)),
      element('VP', String(block[13])),
      element('JC', hex(14)),
      element('CF', hex(15)),
      element('TF', text),
    ].join(''),
  )
}

/** Controls as elements; what stands between them through the reader's own tables. */
function dumpText(text: string, characters: Characters): string {
  let xml = ''
  let run = ''
  const finishRun = () => {
    xml += escapeXml(toPlainText(readText(run, 0, characters, 'open').parts))
    run = ''
  }
  for (const [index, character] of Array.from(text).entries()) {
    const name = controls.get(character.charCodeAt(0))
    const isAccented = index > 0 && characters.marks[text.charCodeAt(index - 1)] !== undefined
    if (name === undefined || isAccented) run += character
    else {
      finishRun()
      xml += `<${name}/>`
    }
  }
  finishRun()
  return xml
}

function element(name: string, content: string): string {
  return `<${name}>${content}</${name}>`
}

function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, mark => `&#${mark.charCodeAt(0)};`)
}
