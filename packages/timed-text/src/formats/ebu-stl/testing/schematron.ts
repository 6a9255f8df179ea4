import { createRequire } from 'node:module'
import { DOMParser, type Node } from '@xmldom/xmldom'

interface Xpath {
  select: (expression: string, node: Node) => Node[] | string | number | boolean
}

const require = createRequire(import.meta.url)
/** Imported in the usual way, its types would bring those of browsers into the whole project. */
const xpath: Xpath = require('xpath')

export interface SchematronResult {
  /** How many assertions were put to the test. */
  readonly checked: number
  /** What failed, with the place; rules that met nothing have failed too. */
  readonly failures: readonly string[]
}

/** Schematron with XPath 1.0, as far as the assertions of the conformance folder need it: rules, asserts, lets. */
export function runSchematron(schema: string, xml: string): SchematronResult {
  const document = parseXml(xml)
  const failures: string[] = []
  let checked = 0
  for (const rule of selectNodes(parseXml(schema), '//*[local-name() = "rule"]')) {
    const context = getAttribute(rule, 'context')
    const nodes = selectNodes(document, context === '/' ? '/' : `//${context}`)
    if (nodes.length === 0) failures.push(`nothing matches ${context}`)
    for (const node of nodes) {
      const variables = new Map<string, string>()
      for (const child of selectNodes(rule, '*')) {
        if (child.nodeName === 'let') {
          variables.set(getAttribute(child, 'name'), readLiteral(getAttribute(child, 'value')))
        } else if (child.nodeName === 'assert') {
          checked += 1
          const assertion = getAttribute(child, 'test')
          const isTrue = xpath.select(`boolean(${fillIn(assertion, variables)})`, node)
          if (isTrue !== true) failures.push(`${context}: ${assertion}, but it is ${node.textContent}`)
        }
      }
    }
  }
  return { checked, failures }
}

/** Parameters that a schema asks its document to be made with. */
export function listParameters(schema: string): string[] {
  return selectNodes(parseXml(schema), '/*/*[local-name() = "p"]').map(node => node.textContent ?? '')
}

function parseXml(xml: string): Node {
  return new DOMParser().parseFromString(xml, 'text/xml')
}

function selectNodes(node: Node, expression: string): Node[] {
  const found = xpath.select(expression, node)
  if (!Array.isArray(found)) throw new Error(`${expression} selects no nodes`)
  return found
}

/** Variables are texts, and doubled quotes in them are of XPath 2.0. */
function readLiteral(value: string): string {
  const text = /^'(.*)'$/s.exec(value)?.[1]
  if (text === undefined) throw new Error(`${value} is no text`)
  return text.replaceAll("''", "'")
}

function fillIn(expression: string, variables: ReadonlyMap<string, string>): string {
  return expression.replace(/\$([\w-]+)/g, (_, name: string) => {
    const value = variables.get(name)
    if (value === undefined) throw new Error(`there is no $${name}`)
    return `concat('', '${value.replaceAll("'", `', "'", '`)}')`
  })
}

function getAttribute(node: Node, name: string): string {
  return String(xpath.select(`string(@${name})`, node))
}
