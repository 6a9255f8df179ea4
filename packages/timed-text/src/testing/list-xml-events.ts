import { SaxesParser } from 'saxes'
import { isName } from '../formats/xml/characters.ts'
import { readXmlEvents, type XmlEvents } from '../formats/xml/read-xml.ts'
import { decodeReferences } from '../text/character-references.ts'

/** What a reader said of a text: its events, texts joined, and the offsets or messages of its faults. */
export interface Reading {
  readonly events: readonly string[]
  readonly faults: readonly string[]
}

/** What our reader says. */
export function listEvents(text: string): Reading {
  const reading = createReading()
  const events: XmlEvents = {
    open: ({ name, attributes }) => reading.add(describe(name, attributes)),
    close: () => reading.add('close'),
    text: reading.addText,
    fault: (problem, at) => reading.faults.push(`${at} ${problem}`),
    doctype() {},
    truncated: at => reading.faults.push(`${at} truncated`),
  }
  readXmlEvents(text, events, decodeReferences)
  return reading.finish()
}

/** What `saxes` says of the same text. */
export function listSaxesEvents(text: string): Reading {
  const reading = createReading()
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('error', ({ message }) => reading.faults.push(message))
  let depth = 0
  parser.on('opentag', ({ name, attributes }) => {
    depth++
    reading.add(describe(name, attributes))
    // Without its namespaces, it lets colons stand anywhere in a name.
    if (![name, ...Object.keys(attributes)].every(isName)) reading.faults.push('no name with a prefix')
  })
  parser.on('closetag', () => {
    depth--
    reading.add('close')
  })
  const addText = (text: string) => {
    if (depth > 0) reading.addText(text)
  }
  parser.on('text', addText)
  parser.on('processinginstruction', ({ target }) => {
    if (target.includes(':')) reading.faults.push('an instruction whose name has a prefix')
  })
  parser.on('cdata', addText)
  parser.write(text).close()
  return reading.finish()
}

function createReading() {
  const events: string[] = []
  const faults: string[] = []
  let run = ''
  const add = (event: string) => {
    if (run !== '') events.push(`text ${run}`)
    run = ''
    events.push(event)
  }
  return {
    faults,
    add,
    addText(text: string) {
      run += text
    },
    finish: (): Reading => ({ events, faults }),
  }
}

function describe(name: string, attributes: Readonly<Record<string, string | undefined>>): string {
  return `open ${name} ${JSON.stringify(Object.entries(attributes))}`
}
