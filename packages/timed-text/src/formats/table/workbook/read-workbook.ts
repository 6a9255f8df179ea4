import { unzipSync } from 'fflate'
import type { Report } from '../../../document/diagnostics.ts'
import type { CsvRow } from '../../../text/csv.ts'
import type { Attributes } from '../../xml/read-tag.ts'
import { readXmlEvents } from '../../xml/read-xml.ts'

/** What a workbook may become when it is unpacked, and how many columns of it are looked at. */
const mostUnpackedBytes = 64 * 1024 * 1024
const mostColumns = 200
const mostRows = 1_048_576

/** Reads the first sheet of a workbook as rows of texts, with the rows' numbers; empty, and reported, where it is none. */
export function readWorkbook(input: string | Uint8Array, report: Report): CsvRow[] {
  const files = unpack(input, report)
  if (!files) return []
  const strings = readStrings(files.get('xl/sharedStrings.xml') ?? '')
  const sheet = files.get(findSheet(files))
  return sheet === undefined ? [] : readSheet(sheet, strings)
}

/** The parts of a workbook that are text; undefined, and reported, where it is no archive. */
function unpack(input: string | Uint8Array, report: Report): ReadonlyMap<string, string> | undefined {
  const bytes = typeof input === 'string' ? Uint8Array.from(input, character => character.charCodeAt(0)) : input
  let unpacked = 0
  try {
    const files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (
          !/^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/.test(name)
        ) {
          return false
        }
        unpacked += originalSize
        if (unpacked > mostUnpackedBytes) throw new Error('it unpacks to more than is read')
        return true
      },
    })
    return new Map(Object.entries(files).map(([name, content]) => [name, new TextDecoder().decode(content)]))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    report('IMPORT_SIGNATURE_MISSING', 'error', `The file is no workbook: ${reason}`)
    return undefined
  }
}

/** The part of the sheet that the workbook lists first. */
function findSheet(files: ReadonlyMap<string, string>): string {
  let id: string | undefined
  listen(files.get('xl/workbook.xml') ?? '', {
    open: (name, attributes) => {
      if (name === 'sheet') id ??= Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
    },
  })
  let target: string | undefined
  listen(files.get('xl/_rels/workbook.xml.rels') ?? '', {
    open: (name, attributes) => {
      if (name === 'Relationship' && attributes.Id === id) target ??= attributes.Target
    },
  })
  if (target === undefined) return 'xl/worksheets/sheet1.xml'
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** The texts that cells refer to. */
function readStrings(xml: string): string[] {
  const strings: string[] = []
  let depth = 0
  let isText = false
  listen(xml, {
    open(name) {
      if (name === 'si') strings.push('')
      // Readings of Japanese words are no part of the text.
      if (name === 'rPh') depth++
      isText = name === 't' && depth === 0
    },
    text(text) {
      if (isText && strings.length > 0) strings[strings.length - 1] += text
    },
    close(name) {
      if (name === 'rPh') depth--
      isText = false
    },
  })
  return strings.map(unescapeCell)
}

function readSheet(xml: string, strings: readonly string[]): CsvRow[] {
  const rows: (CsvRow & { cells: string[] })[] = []
  let line = 0
  let column = -1
  let type: string | undefined
  let value: string | undefined
  let depth = 0
  let isValue = false
  listen(xml, {
    open(name, attributes) {
      if (name === 'row') {
        const number = Number(attributes.r ?? line + 1)
        line = Number.isInteger(number) && number > line && number <= mostRows ? number : line + 1
        column = -1
        rows.push({ line, cells: [] })
      } else if (name === 'c') {
        column = readColumn(attributes.r) ?? column + 1
        type = attributes.t
        value = ''
      } else if (name === 'rPh') depth++
      isValue = (name === 'v' && type !== 'inlineStr') || (name === 't' && depth === 0)
    },
    text(text) {
      if (isValue && value !== undefined) value += text
    },
    close(name) {
      isValue = false
      if (name === 'rPh') depth--
      const cells = rows.at(-1)?.cells
      if (name !== 'c' || !cells || value === undefined || column >= mostColumns) return
      while (cells.length < column) cells.push('')
      cells[column] = type === 's' ? (strings[Number(value)] ?? '') : unescapeCell(value)
      value = undefined
    },
  })
  return rows
}

/** The index of the column of a reference such as `AB12`. */
function readColumn(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1]
  if (letters === undefined) return undefined
  return Array.from(letters).reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 0x40, 0) - 1
}

function unescapeCell(text: string): string {
  return text.replace(/_x([\da-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

interface Listener {
  readonly open: (name: string, attributes: Attributes) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

/** Reads a part without the prefixes of its elements; what is not well-formed is read over. */
function listen(xml: string, { open, text, close }: Listener): void {
  const names: string[] = []
  const nothing = () => {}
  readXmlEvents(xml.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'), {
    open(tag) {
      const name = dropPrefix(tag.name)
      names.push(name)
      open(name, tag.attributes)
    },
    text: content => text?.(content),
    close: () => close?.(names.pop() ?? ''),
    fault: nothing,
    doctype: nothing,
    truncated: nothing,
  })
}

function dropPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
