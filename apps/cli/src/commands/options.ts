/** Options and arguments that several commands have. */

import type { ArgumentDescription, OptionDescription } from '../command.ts'
import { CommandError } from '../errors/errors.ts'

export const inProduction: OptionDescription = {
  flags: '-p, --production <id or name>',
  meaning: 'the production; RUSHES_PRODUCTION when left out',
}
export const toFile: OptionDescription = {
  flags: '-o, --output <file>',
  meaning: 'the file to write; the standard output when left out',
  completes: 'files',
}
export const withPreset: OptionDescription = { flags: '--preset <id>', meaning: 'the preset that the subtitles have' }
export const clip: ArgumentDescription = { usage: '<clip>', meaning: 'id of the clip' }
export const language: ArgumentDescription = {
  usage: '<language>',
  meaning: 'language of the subtitles, like en or pt-BR',
}

/** An option that takes a number from `least` to `most`. */
export function numeric(flags: string, meaning: string, least: number, most: number): OptionDescription {
  return { flags, meaning, parse: text => readNumber(text, flags, least, most) }
}

function readNumber(text: string, what: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new CommandError('usage', `${what} is a whole number from ${least} to ${most}, not ${text}`)
}

/** The id of a clip, a collection and so on, as it was typed. */
export function readId(text: string, what: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new CommandError('usage', `The ${what} is named by its id, which is a number, not ${text}`)
}

/** The same as an option. */
export function idOption(flags: string, meaning: string): OptionDescription {
  return { flags, meaning, parse: text => readId(text, flags.replace(/^.*--(\w+).*$/, '$1')) }
}
