/** What few files need, and what is large: names of characters, how often letters follow each other, workbooks. */

export { analyse } from 'chardet'
export { decodeHTML, decodeHTMLStrict } from 'entities/decode'
export { readWorkbook } from '../formats/table/workbook/read-workbook.ts'
export { writeWorkbook } from '../formats/table/workbook/write-workbook.ts'
export { guessCodePage } from './guess-code-page.ts'
