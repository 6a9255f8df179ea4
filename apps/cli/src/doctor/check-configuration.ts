import { type Config, ConfigError, configVariables, readConfig } from '@rushes/server/src/platform/config/config.ts'
import { type Finding, found } from './finding.ts'

/** Variables that are not the service's: those of the command line, and of the launcher. */
const others = new Set(['RUSHES_URL', 'RUSHES_TOKEN', 'RUSHES_PROFILE', 'RUSHES_PRODUCTION', 'RUSHES_LAUNCHER'])

/** Reads the settings as the service does; nothing where it would not start with them. */
export function checkConfiguration(env: NodeJS.ProcessEnv): { config: Config | undefined; findings: Finding[] } {
  const known = new Set([...configVariables.map(({ name }) => name), ...others])
  const unknown = Object.keys(env).filter(name => name.startsWith('RUSHES_') && !known.has(name))
  const warnings = unknown.map(name => {
    const meant = findSimilar(name, [...known])
    return found('configuration', 'warning', `${name} means nothing`, meant && `Was ${meant} meant?`)
  })
  try {
    const config = readConfig(env)
    const set = configVariables.filter(({ name }) => env[name]).length
    return {
      config,
      findings: [found('configuration', 'good', `${set} settings are set, all can be used`), ...warnings],
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const advice = 'Change or remove it: docs/operation.md lists what every setting takes.'
    return { config: undefined, findings: [found('configuration', 'failed', error.message, advice), ...warnings] }
  }
}

/** The name that differs from this one in the fewest letters, if they are few. */
function findSimilar(name: string, names: readonly string[]): string | undefined {
  const distances = names.map(other => ({ other, distance: countEdits(name, other) }))
  const [nearest] = distances.sort((a, b) => a.distance - b.distance)
  return nearest && nearest.distance <= 3 ? nearest.other : undefined
}

/** Letters to put in, take out or replace on the way from one text to another. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row.at(-1)!
}
