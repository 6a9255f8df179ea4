import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'

type Text = string | Readonly<Record<string, string>>
type Texts = Readonly<Record<string, Readonly<Record<string, Text>>>>

const source = join(import.meta.dirname, '../../src')
/** What each file gives to `createTexts`. */
const texts: Texts[] = []

before(async () => {
  Object.assign(globalThis, { noteTexts: (found: Texts) => texts.push(found) })
  const noting =
    'data:text/javascript,export const createTexts = texts => globalThis.noteTexts(texts);export const formatPercent = String'
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (!context.parentURL?.endsWith('?noted') || !specifier.startsWith('.')) return next(specifier, context)
      if (specifier.endsWith('/translations.ts')) return { url: noting, shortCircuit: true }
      return next(`${specifier}?noted`, context)
    },
  })
  const files = globSync('**/*.{ts,tsx}', { cwd: source }).map(file => join(source, file))
  const calling = files.filter(file => /= createTexts[<(]/.test(readFileSync(file, 'utf8')))
  for (const file of calling) await import(`${pathToFileURL(file)}?noted`)
  hooks.deregister()
  assert.ok(texts.length >= calling.length)
})
after(() => Reflect.deleteProperty(globalThis, 'noteTexts'))

const listForms = (text: Text) => (typeof text === 'string' ? [text] : Object.values(text))
const listPlaceholders = (text: Text) =>
  [...new Set(listForms(text).flatMap(form => form.match(/\{\w+\}/g) ?? []))].toSorted()

test('every text is there in English and Dutch, with the same values and all forms that the language has', () => {
  const faults = texts.flatMap(({ en = {}, ...others }) => {
    assert.deepEqual(Object.keys(others), ['nl'])
    return Object.entries({ en, ...others }).flatMap(([language, translated]) =>
      Object.entries(en).flatMap(([key, english]) => {
        const text = translated[key]
        const place = `${key} in ${language}`
        if (text === undefined) return [`${place}: missing`]
        if (listForms(text).some(form => form.trim() === '')) return [`${place}: empty`]
        if (`${listPlaceholders(text)}` !== `${listPlaceholders(english)}`)
          return [`${place}: ${listPlaceholders(text)} instead of ${listPlaceholders(english)}`]
        const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
        const lacks = typeof text === 'object' && forms.some(form => text[form] === undefined)
        return lacks ? [`${place}: not the forms ${forms}`] : []
      }),
    )
  })
  assert.deepEqual(faults, [])
})

/** They count more than one always, or the words around the number are the same for all. */
const alike =
  /^(?:misfitsMore|approvedOf|tagOf|selected|tooManyDownloads|selectAll|showAll|passwordHint|andMore|moreUploads|replaced)$/

test('no text that speaks of a number of things is the same for one and for many', () => {
  const faults = texts.flatMap(languages =>
    Object.entries(languages).flatMap(([language, translated]) =>
      Object.entries(translated)
        .filter(([key, text]) => typeof text === 'string' && !alike.test(key) && /\{count\} \p{Ll}/u.test(text))
        .map(([key]) => `${key} in ${language}`),
    ),
  )
  assert.deepEqual(faults, [])
})
