import type { Report } from '../../../document/diagnostics.ts'
import { findInfo, type InfoEntry, maxEntries, type Script } from '../script.ts'
import { olderFieldNames, readStyle, type StyleFields, styleFieldNames, upgradeFields } from '../styles/style.ts'
import { createFieldOrder, type FieldOrder, listLines, readFields, readFormat, type ScriptLine } from './lines.ts'

/** What precedes the events, and whether the text is a script at all. */
export interface ReadScript extends Script {
  readonly language?: string
  readonly isScript: boolean
}

const olderSection = 'v4 styles'
const styleSections: ReadonlySet<string> = new Set([olderSection, 'v4+ styles', 'v4 styles+'])
const knownSections: ReadonlySet<string> = new Set(['script info', ...styleSections, 'events'])

/** Reads what precedes the events, wherever in the file it is. */
export function readScript(text: string, report: Report): ReadScript {
  const reader = new ScriptReader(report)
  for (const line of listLines(text)) reader.read(line)
  return reader.finish()
}

class ScriptReader {
  readonly #report: Report
  readonly #info: InfoEntry[] = []
  readonly #styles: StyleFields[] = []
  #format: FieldOrder | undefined
  #language: string | undefined
  #isScript = false
  #hasComments = false
  #hasStray = false

  constructor(report: Report) {
    this.#report = report
  }

  read(line: ScriptLine): void {
    const { section, key, name, value, number } = line
    if (key === '[') this.#openSection(section, value, number)
    else if (key === ';') this.#reportComment(number)
    else if (section === '') this.#reportStray(number)
    else if (section === 'script info') this.#readInfo(name, value, number)
    else if (styleSections.has(section)) this.#readStyle(line)
  }

  finish(): ReadScript {
    const timer = Number(findInfo(this.#info, 'Timer')?.replace(',', '.') ?? 100)
    if (timer !== 100) this.#report('IMPORT_SETTING_IGNORED', 'warning', 'The speed of the timer was ignored')
    return {
      info: this.#info,
      styles: this.#styles,
      isScript: this.#isScript,
      ...(this.#language !== undefined && { language: this.#language }),
    }
  }

  #openSection(section: string, name: string, number: number): void {
    this.#format = undefined
    if (knownSections.has(section)) this.#isScript = true
    else this.#report('IMPORT_ENTRY_SKIPPED', 'info', `The section [${name}] was left out`, number)
  }

  #reportComment(number: number): void {
    if (!this.#hasComments) this.#report('COMMENT_DROPPED', 'info', 'Comments of the file were left out', number)
    this.#hasComments = true
  }

  #reportStray(number: number): void {
    if (!this.#hasStray) {
      this.#report('IMPORT_ENTRY_SKIPPED', 'error', 'Text before the first section was skipped', number)
    }
    this.#hasStray = true
  }

  #readInfo(name: string, text: string, number: number): void {
    const value = text.trim()
    const key = name.toLowerCase()
    if (key === 'scripttype') return
    if (key === 'language') this.#readLanguage(value, number)
    else if (key === '') this.#report('IMPORT_ENTRY_SKIPPED', 'warning', 'A line without a name was skipped', number)
    else if (this.#info.length < maxEntries) this.#info.push([name, value])
    else this.#report('IMPORT_LIMIT_REACHED', 'info', `Only the first ${maxEntries} entries were read`, number)
  }

  #readLanguage(value: string, number: number): void {
    const language = value.replaceAll('_', '-')
    if (isLanguage(language)) this.#language = language
    else this.#report('IMPORT_SETTING_IGNORED', 'warning', 'The language is not a tag of BCP 47', number)
  }

  #readStyle({ section, key, value, number }: ScriptLine): void {
    if (key === 'format') {
      this.#format = readFormat(value)
      return
    }
    const fieldNames = section === olderSection ? olderFieldNames : styleFieldNames
    const format = this.#format ?? createFieldOrder(fieldNames)
    const values = key === 'style' ? readFields(value, format) : undefined
    const name = values?.get('name')?.replace(/^\*+/, '').trim()
    if (!values || !name) {
      this.#report('IMPORT_ENTRY_SKIPPED', 'error', 'A style could not be read and was skipped', number)
      return
    }
    if (this.#styles.length >= maxEntries) {
      this.#report('IMPORT_LIMIT_REACHED', 'error', `Only the first ${maxEntries} styles were read`, number)
      return
    }
    const known = fieldNames.flatMap(field => {
      const text = values.get(field.toLowerCase())
      return text === undefined ? [] : [[field, text] as const]
    })
    const fields = { ...Object.fromEntries(known), Name: name }
    const style = section === olderSection ? upgradeFields(fields) : fields
    readStyle(style, problem => this.#report('IMPORT_SETTING_IGNORED', 'warning', problem, number))
    this.#styles.push(style)
  }
}

export function isLanguage(tag: string): boolean {
  return /^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,8}$/i.test(tag)
}
