/** What the settings and the branding of an account may hold: what the service or a page reads must have its form. */

import { brokenRule } from '@rushes/contract'
import { assertTranscriptionSetting } from '../../../platform/config/transcription.ts'

type Check = (value: unknown) => string | undefined

const isText = (value: unknown): value is string => typeof value === 'string'
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text: Check = value => (isText(value) ? undefined : 'must be a text')
const flag: Check = value => (typeof value === 'boolean' ? undefined : 'must be true or false')

/** An address that a browser may be sent to: none of a script. Nothing is fine, too. */
const link: Check = value => {
  if (!isText(value)) return 'must be a text'
  if (value === '' || /^\/(?!\/)/.test(value)) return undefined
  const isWeb = URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol)
  return isWeb ? undefined : 'must be an address like https://media.example.org/logo.png'
}

const webAddress: Check = value => {
  const isWeb = isText(value) && URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol)
  return isWeb || value === '' || value === null ? undefined : 'must be an address like https://media.example.org/hook'
}

/** A colour as style sheets write it, and nothing that could end the declaration. */
const color: Check = value =>
  isText(value) && /^[\w#(),.%\s/-]{0,100}$/.test(value) ? undefined : 'must be a colour such as #3e3d40'

/** Declarations of a style sheet that neither leave their place nor fetch anything. */
const declarations: Check = value => {
  if (!isText(value)) return 'must be a text'
  const isHarmless = !/[<>\\]|url\s*\(|@import|expression\s*\(|javascript:/i.test(value)
  return isHarmless ? undefined : 'must hold declarations that fetch nothing'
}

const email: Check = value =>
  isText(value) && (value === '' || /^[^\s@<>]+@[^\s@<>]+$/.test(value)) ? undefined : 'must be an email address'

/** `productionSettingsTemplates`: each has a name of its own and settings; one at most is the default. */
const templates: Check = value => {
  if (!Array.isArray(value)) return 'must be a list'
  const names = new Set<unknown>()
  let defaults = 0
  for (const [index, template] of value.entries()) {
    if (!isRecord(template)) return `${index} must be an object`
    if (!isText(template.name) || template.name === '') return `${index}/name must be a text`
    if (names.has(template.name)) return `${index}/name is used twice`
    names.add(template.name)
    if (template.label !== undefined && !isText(template.label)) return `${index}/label must be a text`
    if (template.isDefault !== undefined && flag(template.isDefault)) return `${index}/isDefault must be true or false`
    if (template.isDefault === true && ++defaults > 1) return 'must hold one default at most'
    if (template.settings !== undefined && !isRecord(template.settings)) return `${index}/settings must be an object`
  }
  return undefined
}

const settingChecks: Readonly<Record<string, Check>> = {
  headerLogoUrl: link,
  headerText: text,
  headerBackgroundColor: color,
  productionSettingsTemplates: templates,
  deliveryWorkspaceBootstrapWebhookUrl: webAddress,
  invitedMayRegister: flag,
}

const brandingChecks: Readonly<Record<string, Check>> = {
  brandingWebsiteLink: link,
  customCssVars: declarations,
  defaultMailSupportEmail: email,
  headerBackgroundColor: color,
  headerLogoUrl: link,
  helpCenterLink: link,
  privacyStatementLink: link,
}

/** Settings that other modules read are checked where they are read; the rest is free. Throws ValidationError with the path. */
export function assertSettings(settings: Readonly<Record<string, unknown>>): void {
  assertAll(settings, settingChecks)
  if (settings.transcription !== undefined) assertTranscriptionSetting(settings.transcription, '/transcription')
}

/** The same of a branding. */
export function assertBranding(branding: Readonly<Record<string, unknown>>): void {
  assertAll(branding, brandingChecks)
}

function assertAll(values: Readonly<Record<string, unknown>>, checks: Readonly<Record<string, Check>>): void {
  for (const [name, value] of Object.entries(values)) {
    const fault = Object.hasOwn(checks, name) ? checks[name]!(value) : undefined
    if (fault !== undefined) throw brokenRule(`/${name}`, fault)
  }
}
