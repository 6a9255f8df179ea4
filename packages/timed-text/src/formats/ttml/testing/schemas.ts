import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { memoryPages, validateXML } from 'xmllint-wasm'

export const conformance = fileURLToPath(new URL('../../../../../../../shared/conformance/', import.meta.url))

/** Why tests that need the published schemas and samples are skipped; false where they are there. */
export const skipped = existsSync(`${conformance}ebu-tt-d-xsd`) ? false : `${conformance} is not there`

const schemas = {
  ebuttd: { folder: 'ebu-tt-d-xsd', main: 'ebutt_d.xsd' },
  ebutt: { folder: 'ebu-tt-xsd10', main: 'ebutt.xsd' },
} as const

/** What the schema of the EBU says against documents; nothing when all are valid. Nothing either without the schemas. */
export async function listFaults(format: keyof typeof schemas, documents: readonly string[]): Promise<string[]> {
  if (skipped || documents.length === 0) return []
  const { folder, main } = schemas[format]
  const files = globSync('**/*.xsd', { cwd: conformance + folder }).map(fileName => ({
    fileName,
    // The schema of EBU-TT-D asks the network for what stands beside the other one.
    contents: read(`${folder}/${fileName}`).replaceAll('http://www.w3.org/2001/xml.xsd', 'xml.xsd'),
  }))
  const xml = { fileName: 'xml.xsd', contents: read('ebu-tt-xsd10/xml.xsd') }
  const others = files.filter(({ fileName }) => fileName !== main && fileName !== 'xml.xsd')
  const { valid, errors, rawOutput } = await validateXML({
    xml: documents.map((contents, index) => ({ fileName: `${index}.xml`, contents })),
    schema: files.filter(({ fileName }) => fileName === main),
    preload: [...others, xml],
    maxMemoryPages: memoryPages.GiB,
  })
  if (valid) return []
  return errors.length > 0 ? errors.map(({ rawMessage }) => rawMessage) : [rawOutput]
}

function read(path: string): string {
  return readFileSync(conformance + path, 'utf8')
}
