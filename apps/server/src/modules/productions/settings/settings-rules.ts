import { brokenRule, reviewStatusKinds } from '@rushes/contract'
import { assertTranscriptionSetting } from '../../../platform/config/transcription.ts'
import { findLanguage } from '../../../platform/text/language.ts'
import { assertStorable } from '../../../platform/text/storable.ts'
import { isReviewStatusKind } from '../policy.ts'

export type Settings = Record<string, unknown>

/** Settings that the service itself reads must have the form that it reads; all others are the clients'. */
export function assertSettings(settings: Settings, path = ''): void {
  assertStorable(settings)
  for (const [key, assertForm] of Object.entries(forms)) {
    if (Object.hasOwn(settings, key)) assertForm(settings[key], `${path}/${key}`)
  }
}

type AssertForm = (value: unknown, path: string) => void

const forms: Readonly<Record<string, AssertForm>> = {
  subtitlePresets: (value, path) => void toList(value, path),
  libraryGroupings: (value, path) => {
    for (const [index, grouping] of toList(value, path).entries()) {
      const { fields } = toObject(grouping, `${path}/${index}`)
      const names = toList(fields, `${path}/${index}/fields`)
      if (!names.every(isText)) throw brokenRule(`${path}/${index}/fields`, 'must be a list of field names')
    }
  },
  reviewStatusConfig: (value, path) => {
    const { possibleValues = [] } = toObject(value, path)
    for (const [index, possible] of toList(possibleValues, `${path}/possibleValues`).entries()) {
      const id = isObject(possible) ? possible.id : possible
      if (!isText(id)) throw brokenRule(`${path}/possibleValues/${index}/id`, 'must be a text')
      const kind = isObject(possible) ? possible.kind : undefined
      if (kind !== undefined && !isReviewStatusKind(kind)) {
        throw brokenRule(`${path}/possibleValues/${index}/kind`, `must be one of ${reviewStatusKinds.join(', ')}`)
      }
    }
  },
  defaultLanguage: (value, path) => {
    // Transcripts and subtitles that name no language have this one, in its canonical spelling.
    if (!isText(value) || findLanguage(value) === undefined)
      throw brokenRule(path, 'must be a language, as en or nl-BE')
  },
  quota: (value, path) => {
    const quota = toObject(value, path)
    for (const name of ['maxBytes', 'maxMediaObjects']) {
      const most = quota[name]
      const isBound = most === undefined || (Number.isSafeInteger(most) && (most as number) >= 0)
      if (!isBound) throw brokenRule(`${path}/${name}`, 'must be a whole number, 0 or more')
    }
  },
  spottingRules: (value, path) => void toObject(value, path),
  spellingWords: (value, path) => {
    if (!toList(value, path).every(isText)) throw brokenRule(path, 'must be a list of words')
  },
  ingest: (value, path) => void toObject(value, path),
  transcription: assertTranscriptionSetting,
}

function toList(value: unknown, path: string): unknown[] {
  if (!Array.isArray(value)) throw brokenRule(path, 'must be a list')
  return value
}

function toObject(value: unknown, path: string): Settings {
  if (!isObject(value)) throw brokenRule(path, 'must be an object')
  return value
}

function isObject(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/**
 * What a new production begins with: the template of that name among the account's `productionSettingsTemplates`, or
 * their default one. "One template should be default; applied only at creation."
 */
export function pickTemplate(accountSettings: Settings, name: string | undefined): Settings {
  const { productionSettingsTemplates: listed } = accountSettings
  const templates = Array.isArray(listed) ? listed.filter(isObject) : []
  const template = templates.find(({ name: own, isDefault }) =>
    name === undefined ? isDefault === true : own === name,
  )
  if (!template && name !== undefined) throw brokenRule('/settingsTemplate', `the account has no template ${name}`)
  return isObject(template?.settings) ? template.settings : {}
}
