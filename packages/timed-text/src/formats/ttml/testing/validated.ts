import assert from 'node:assert/strict'
import { after } from 'node:test'
import { formats as allFormats } from '../../../formats.ts'
import * as writers from '../write/write.ts'
import { listFaults } from './schemas.ts'

/*
 * The writers of EBU-TT-D and EBU-TT as every test of this package calls them: what has been written is validated by the
 * schemas of the EBU when the tests of a file are over. The long run validates all of it, any other what fits in a few
 * seconds.
 */

const mostDocuments = process.env.RUSHES_LONG ? Number.POSITIVE_INFINITY : 150
const mostCharacters = process.env.RUSHES_LONG ? Number.POSITIVE_INFINITY : 1_000_000
/** The validator holds this many documents at once. */
const batchSize = 200

function record<Arguments extends unknown[]>(
  format: 'ebuttd' | 'ebutt',
  write: (...given: Arguments) => ReturnType<typeof writers.writeEbuttd>,
): typeof write {
  const written = new Set<string>()
  let characters = 0
  after(async () => {
    const documents = [...written]
    for (let from = 0; from < documents.length; from += batchSize) {
      assert.deepEqual(await listFaults(format, documents.slice(from, from + batchSize)), [])
    }
  })
  return (...given) => {
    const result = write(...given)
    if (written.size < mostDocuments && characters + result.content.length <= mostCharacters) {
      if (!written.has(result.content)) characters += result.content.length
      written.add(result.content)
    }
    return result
  }
}

export const writeEbuttd = record('ebuttd', writers.writeEbuttd)
export const writeEbutt = record('ebutt', writers.writeEbutt)

/** All formats, with these writers. */
export const formats = {
  ...allFormats,
  ebuttd: { ...allFormats.ebuttd, write: writeEbuttd },
  ebutt: { ...allFormats.ebutt, write: writeEbutt },
}
