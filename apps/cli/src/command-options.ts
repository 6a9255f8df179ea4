import type { CommandDescription, OptionDescription } from './command.ts'

export const sharedOptions: readonly OptionDescription[] = [
  { flags: '--json', meaning: 'write results, and errors, as JSON' },
  { flags: '--quiet', meaning: 'say nothing of how far things are' },
]
export const serviceOptions: readonly OptionDescription[] = [
  { flags: '--url <address>', meaning: 'the service; RUSHES_URL, or that of the profile, when left out' },
  { flags: '--profile <name>', meaning: 'who is signed in where; RUSHES_PROFILE when left out' },
]

/** Every option of a command, those that others have as well included. */
export function listOptions({ options = [], reaches }: CommandDescription): readonly OptionDescription[] {
  return [...options, ...(reaches === 'service' ? serviceOptions : []), ...sharedOptions]
}
