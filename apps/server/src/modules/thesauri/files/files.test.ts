import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { FileBody, type ThesaurusEntryRequest, type ThesaurusFormat, thesaurusMediaTypes } from '@rushes/contract'
import { refusal } from '../../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

let kit: TestService
let accountId: number
let parents: number
let id: number
before(async () => {
  kit = await startTestService()
  accountId = kit.accountId
  parents = await create('Countries')
  await write(parents, [{ value: 'be', label: 'Belgium' }, { label: 'a/b#c d' }])
})
after(() => kit.stop())
beforeEach(async () => {
  id = await create('Cities', parents)
})

const formFieldsDefinition = { fields: { people: { type: 'LONG' }, 'own name': {}, old: { type: 'BOOLEAN' } } } as const
const create = async (label: string, linkedThesaurusId?: number) =>
  (
    await kit.admin.thesauri.createThesaurus({
      accountId,
      body: { label, formFieldsDefinition, ...(linkedThesaurusId === undefined ? {} : { linkedThesaurusId }) },
    })
  ).id
const write = (thesaurusId: number, body: ThesaurusEntryRequest[]) =>
  kit.admin.thesauri.writeEntries({ accountId, id: thesaurusId, body })
const exportAs = (thesaurusId: number, format?: ThesaurusFormat) =>
  kit.admin.thesauri.exportEntries({ accountId, id: thesaurusId, query: { format } })
const importAs = (format: ThesaurusFormat, text: string, language?: string) =>
  kit.admin.thesauri.importEntries({
    accountId,
    id,
    query: { language },
    body: new FileBody(thesaurusMediaTypes[format], Buffer.from(text)),
  })
/** What a thesaurus holds, told by its values. */
const listEntries = async (thesaurusId = id) =>
  (await (await exportAs(thesaurusId, 'csv')).text()).split('\r\n').slice(1, -1)

const some = async (): Promise<ThesaurusEntryRequest[]> => {
  const { results } = await kit.admin.thesauri.searchEntries({ id: parents, query: { sort: 'id' } })
  return [
    { value: 'ghent', label: 'Ghent', linkedThesaurusEntryId: String(results[0]!.id) },
    { value: 'x', label: '=1+2 "quoted", <b>&amp;</b> \\ ]]>', formFieldValues: { people: 7, 'own name': 'a\nb;\t"' } },
    { value: 'é 東京/#?&', label: "it's 😀", linkedThesaurusEntryId: String(results[1]!.id) },
    { value: '-5', label: '+x', formFieldValues: { old: false } },
  ]
}

describe('what is exported is the same after an import', () => {
  for (const format of ['csv', 'turtle', 'rdfxml'] as const) {
    // thesauri-24
    test(`as ${format}`, async () => {
      const source = await create('Source', parents)
      await write(source, await some())
      const response = await exportAs(source, format)
      assert.equal(response.headers.get('content-type'), `${thesaurusMediaTypes[format]}; charset=utf-8`)
      assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="Source\./)
      const text = await response.text()
      const done = { created: 4, updated: 0, unchanged: 0, problemCount: 0, problems: [] }
      assert.deepEqual(await importAs(format, text), done)
      assert.deepEqual(await listEntries(), await listEntries(source))
      assert.deepEqual(await importAs(format, text), { ...done, created: 0, unchanged: 4 })
      const again = { format, content: Buffer.from(text).toString('base64') }
      const asJson = await kit.admin.thesauri.importEntries({ accountId, id, body: again })
      assert.equal(asJson.unchanged, 4)
    })
  }

  // thesauri-24
  test('in pages, all of them', async () => {
    await write(
      id,
      Array.from({ length: 2300 }, (_, index) => ({ label: `Place ${index}` })),
    )
    assert.equal((await listEntries()).length, 2300)
    const turtle = await (await exportAs(id, 'turtle')).text()
    assert.equal(turtle.match(/skos:Concept[,;.\s]/g)?.length, 2300)
  })
})

describe('an export', () => {
  // thesauri-23
  test('is chosen by `format`, else by `Accept`; a table where nothing is asked for', async () => {
    const type = async (accept: string | undefined, query = '') => {
      const response = await fetch(`${kit.url}/account/${accountId}/thesaurus/${id}/export${query}`, {
        headers: { authorization: `Bearer ${kit.admin.options.token}`, ...(accept === undefined ? {} : { accept }) },
      })
      await response.text()
      return response.status === 200 ? response.headers.get('content-type')?.split(';')[0] : response.status
    }
    assert.equal(await type(undefined), 'text/csv')
    assert.equal(await type('text/turtle, */*;q=0.1'), 'text/turtle')
    assert.equal(await type('application/rdf+xml'), 'application/rdf+xml')
    assert.equal(await type('text/turtle', '?format=rdfxml'), 'application/rdf+xml')
    assert.equal(await type('image/png'), 406)
  })

  // thesauri-23
  test('as Turtle is SKOS with readable names', async () => {
    await write(id, (await some()).slice(0, 1))
    const text = await (await exportAs(id, 'turtle')).text()
    assert.match(text, /@prefix skos: <http:\/\/www\.w3\.org\/2004\/02\/skos\/core#>\./)
    assert.match(text, /a skos:ConceptScheme/)
    assert.match(text, /skos:prefLabel "Ghent"/)
    assert.ok(text.includes(`skos:broadMatch <${kit.url}/thesaurus/${parents}#be>`))
  })
})

describe('an import of SKOS', () => {
  const prefixes = '@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @prefix : <http://house.example/place/> .\n'

  // thesauri-25
  test('takes the value of a concept from its notation, else from its address; the label in the wanted language', async () => {
    const turtle = `${prefixes}
      :scheme a skos:ConceptScheme ; skos:prefLabel "Places" .
      :ghent a skos:Concept ; skos:prefLabel "Gent"@nl, "Ghent"@en, "Gand"@fr ; skos:altLabel "Gendt" .
      <http://house.example/x#na%20mur> a skos:Concept ; skos:prefLabel "Namur" ; skos:broadMatch :be .
      :nl a skos:Concept ; skos:notation "NL-1" .
      [] a skos:Concept ; skos:prefLabel "No Name" .
      :other skos:prefLabel "no concept" .`
    const done = await importAs('turtle', turtle)
    assert.deepEqual([done.created, done.problemCount], [4, 0])
    assert.deepEqual(await listEntries(), [
      '"ghent","Ghent","","","",""',
      '"na mur","Namur","be","","",""',
      '"NL-1","NL-1","","","",""',
      '"no-name","No Name","","","",""',
    ])
    assert.equal((await importAs('turtle', turtle.replace('[] a', ':no-name a'), 'fr')).updated, 1)
    assert.equal((await listEntries())[0], '"ghent","Gand","","","",""')
  })

  // thesauri-24
  test('reads RDF/XML as editors write it', async () => {
    const xml = `<?xml version="1.0"?><!-- <a><b> -->
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#"
        xml:base="http://house.example/place">
        <skos:Concept rdf:about="#ghent"><skos:prefLabel xml:lang="en">Ghent &amp; more</skos:prefLabel>
          <skos:broader><skos:Concept rdf:ID="belgium" skos:notation="be"/></skos:broader></skos:Concept>
      </rdf:RDF>`
    const done = await importAs('rdfxml', xml)
    assert.deepEqual([done.created, done.problemCount], [2, 0])
    assert.deepEqual((await listEntries()).sort(), ['"be","be","","","",""', '"ghent","Ghent & more","be","","",""'])
  })

  // thesauri-26
  test('tells which parents there are not, and what stands there twice; it leaves the rest of the file in force', async () => {
    const { problems, problemCount, created } = await importAs(
      'turtle',
      `${prefixes} :a a skos:Concept ; skos:broader :nowhere . :b a skos:Concept ; skos:notation "a" .`,
    )
    assert.deepEqual([created, problemCount], [1, 2])
    assert.ok(problems.some(({ place, message }) => place.endsWith('/a') && message.includes('"nowhere"')))
    assert.ok(problems.some(({ place, message }) => place.endsWith('/b') && message.includes('"a"')))
  })
})

describe('an import of a table', () => {
  // thesauri-24
  test('takes the columns in any order and case, by comma, semicolon or tab', async () => {
    assert.equal((await importAs('csv', 'LABEL;Extra;value\r\nGhent;x;gnt\r\n\r\nBruges;;')).created, 2)
    assert.equal((await importAs('csv', '\ufefflabel\tparent\tfield:people\nNamur\tbe\t12')).created, 1)
    assert.deepEqual(await listEntries(), [
      '"gnt","Ghent","","","",""',
      '"bruges","Bruges","","","",""',
      '"namur","Namur","be","","12",""',
    ])
  })

  // thesauri-27
  test('is refused whole where a value does not fit, with its line', async () => {
    const table = 'Label,field:people\nA,1\nB,many\n'
    await assert.rejects(importAs('csv', table), refusal(422, '/line 3/formFieldValues/people'))
    assert.deepEqual(await listEntries(), [])
    await assert.rejects(importAs('csv', 'Name\nA\n'), refusal(422, 'Label'))
    await assert.rejects(importAs('csv', ''), refusal(422))
    const long = '字'.repeat(501)
    await assert.rejects(importAs('csv', `Label,Value\nA,a\nB,${long}\n`), refusal(422, '/line 3/value'))
    await assert.rejects(importAs('csv', `Label\nA\n${long.repeat(2)}\n`), refusal(422, '/line 3/label'))
    const concept = '<urn:c> a <http://www.w3.org/2004/02/skos/core#Concept> ;'
    const inTurtle = `${concept} <http://www.w3.org/2004/02/skos/core#notation> "${long}" .`
    await assert.rejects(importAs('turtle', inTurtle), refusal(422, '/value'))
    const rdf =
      'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#"'
    const inXml = `<rdf:RDF ${rdf}><skos:Concept rdf:about="urn:c"><skos:prefLabel>${long.repeat(2)}</skos:prefLabel></skos:Concept></rdf:RDF>`
    await assert.rejects(importAs('rdfxml', inXml), refusal(422, '/label'))
    assert.deepEqual(await listEntries(), [])
    const rows = `Label\n${'x\n'.repeat(100_001)}`
    await assert.rejects(importAs('csv', rows), refusal(422, '100000'))
  })
})

// thesauri-28
describe('a hostile file is refused, in little time', () => {
  const million = 1_000_000
  const rdf = (inner: string) => `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${inner}</rdf:RDF>`
  const cases: [string, ThesaurusFormat, () => string][] = [
    ['no Turtle', 'turtle', () => '<a> <b> .'],
    ['Turtle without a concept', 'turtle', () => '<a> <b> <c> .'],
    ['nested blank nodes', 'turtle', () => `<a> <b> ${'[ <b> '.repeat(million)}`],
    ['nested lists', 'turtle', () => `<a> <b> ${'( '.repeat(million)}`],
    ['a text without an end', 'turtle', () => `<a> <b> """${'x"'.repeat(5 * million)}`],
    ['a name without an end', 'turtle', () => `<a> <b> <${'x'.repeat(10 * million)}`],
    ['many prefixes', 'turtle', () => Array.from({ length: 200_000 }, (_, i) => `@prefix p${i}: <u:> .`).join('\n')],
    ['too many statements', 'turtle', () => `<a> <b> ${'1,'.repeat(million + 1)}1 .`],
    ['no XML', 'rdfxml', () => 'Label\nx'],
    ['XML that is no RDF', 'rdfxml', () => '<html><p>x</p></html>'],
    ['a declaration with entities', 'rdfxml', () => `<!DOCTYPE r [<!ENTITY a "xxxx">]>${rdf('&a;')}`],
    ['nested elements', 'rdfxml', () => '<a>'.repeat(million)],
    ['an attribute without an end', 'rdfxml', () => `<a b="${'<'.repeat(5 * million)}`],
    ['a tag without an end', 'rdfxml', () => `<a ${'b '.repeat(5 * million)}`],
    ['comments without an end', 'rdfxml', () => '<!-- '.repeat(million)],
    ['an unknown entity', 'rdfxml', () => rdf('&nothing;')],
    ['a name from outside', 'rdfxml', () => rdf('<rdf:Description rdf:about="http://[/"/>')],
  ]
  for (const [name, format, make] of cases) {
    test(name, async () => {
      const text = make()
      const startedAt = performance.now()
      await assert.rejects(importAs(format, text), refusal(422))
      const took = performance.now() - startedAt
      assert.ok(took < 20_000, `${took} ms`)
      assert.deepEqual(await listEntries(), [])
    })
  }

  // thesauri-28
  test('other media types and files that are too large', async () => {
    const send = (type: string, content: string | Buffer) =>
      kit.admin.thesauri.importEntries({ accountId, id, body: new FileBody(type, Buffer.from(content)) })
    await assert.rejects(send('image/png', 'x'), refusal(415))
    await assert.rejects(send('text/csv', Buffer.alloc(65 * 1024 * 1024, 'a')), refusal(413))
    await assert.rejects(send('text/csv', 'Label\na\0b'), refusal(422))
    const body = { format: 'csv', content: '*' } as const
    await assert.rejects(kit.admin.thesauri.importEntries({ accountId, id, body }), refusal(400))
  })
})
