import { strToU8, zipSync } from 'fflate'
import type { LossLog } from '../../../document/diagnostics.ts'
import { isXmlText } from '../../xml/characters.ts'

/*
 * A workbook with one sheet (ISO/IEC 29500-1, SpreadsheetML): every cell is text, so that no spreadsheet makes a date or
 * a formula of it. The first row is bold and stays in view.
 */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Subtitles" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels':
    `<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  // The number format 49 is text; the second style is that of the first row.
  'xl/styles.xml':
    `<styleSheet xmlns="${main}"><fonts count="2"><font/><font><b/></font></fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/>' +
    '<xf xfId="0" fontId="1" applyFont="1"/>' +
    '<xf xfId="0" numFmtId="49" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs>' +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
}

/** What a cell of Excel holds. */
const longestText = 32_767
const narrow = 14
const wide = 60

/** Writes rows as a workbook. */
export function writeWorkbook(rows: readonly (readonly string[])[], log: LossLog): Uint8Array {
  const columnCount = Math.max(1, ...rows.slice(0, 1).map(({ length }) => length))
  const isWide = (column: number) => rows.some((row, index) => index > 0 && (row[column]?.length ?? 0) > narrow)
  const widths = Array.from({ length: columnCount }, (_, index) => {
    return `<col min="${index + 1}" max="${index + 1}" width="${isWide(index) ? wide : narrow}" customWidth="1"/>`
  })
  const sheet =
    `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths.join('')}</cols><sheetData>${rows.map((row, index) => writeRow(row, index, log)).join('')}</sheetData></worksheet>`
  const files = Object.entries({ ...parts, 'xl/worksheets/sheet1.xml': sheet })
  // The same table gives the same bytes.
  const mtime = new Date(1980, 0, 1)
  return zipSync(Object.fromEntries(files.map(([name, xml]) => [name, [strToU8(declaration + xml), { mtime }]])))
}

function writeRow(cells: readonly string[], index: number, log: LossLog): string {
  const written = cells.map((text, column) =>
    writeCell(text, `${nameColumn(column)}${index + 1}`, index === 0 ? 1 : 2, log),
  )
  return `<row r="${index + 1}">${written.join('')}</row>`
}

function writeCell(text: string, reference: string, style: number, log: LossLog): string {
  if (text === '') return ''
  if (text.length > longestText) log.lose('EXPORT_TEXT_ALTERED', 'error', 'Texts were cut to what a cell holds')
  const content = escapeCell(text.slice(0, longestText), log)
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c>`
}

/** `A`, `Z`, `AA`. */
function nameColumn(index: number): string {
  const letter = String.fromCharCode(0x41 + (index % 26))
  return index < 26 ? letter : nameColumn(Math.floor(index / 26) - 1) + letter
}

/** ISO/IEC 29500-1, 22.9.2.19 (ST_Xstring): what XML cannot hold is `_xHHHH_`, and so is an underscore that would begin one. */
function escapeCell(text: string, log: LossLog): string {
  if (!text.isWellFormed())
    log.lose('EXPORT_TEXT_ALTERED', 'warning', 'Halves of surrogate pairs were replaced by U+FFFD')
  const escaped = text.toWellFormed().replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
  const held = isXmlText(escaped) ? escaped : Array.from(escaped, toHeld).join('')
  return held.replaceAll('\r', '_x000D_').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function toHeld(character: string): string {
  if (isXmlText(character)) return character
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}
