/** What is said against an entry: by the rules of its preset, by readers of files, by the automatic run. */

import type { SubtitleEntry } from '@rushes/contract'
import { language } from '../../platform/translations.ts'
import { isKnownWarning, warningTexts } from './warning-messages.ts'

export interface Warning {
  readonly type: string
  readonly severity: 'error' | 'warning' | 'info'
  readonly text: string
  /** Index of the line that is meant. */
  readonly line: number | undefined
  readonly value: number | undefined
  readonly limit: number | undefined
}

const severities = ['error', 'warning', 'info'] as const

/** The warnings that are stored with an entry, the gravest first. */
export function listWarnings({ warnings = [] }: SubtitleEntry): Warning[] {
  return warnings
    .map(warning => toWarning(warning as Record<string, unknown>))
    .sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
}

/**
 * What a quality rule has found, in words; nothing for what readers and writers of files report. These use some of the
 * same codes for something else, have measured nothing, and bring a sentence of their own.
 */
export function describeFinding({ type, value, limit, text }: Record<string, unknown>): string | undefined {
  if (typeof type !== 'string' || typeof value !== 'number' || !isKnownWarning(type)) return undefined
  return warningTexts(type) + toAmount(value, limit, text)
}

/** What is wrong, without by how much. */
export function nameKind({ type, text }: Pick<Warning, 'type' | 'text'>): string {
  return isKnownWarning(type) ? warningTexts(type) : text
}

function toWarning({ type, severity, message, value, limit, line, text }: Record<string, unknown>): Warning {
  const code = String(type)
  const sentence = isKnownWarning(code) ? warningTexts(code) : typeof message === 'string' ? message : code
  return {
    type: code,
    severity: toSeverity(severity),
    text: sentence + toAmount(value, limit, text),
    line: typeof line === 'number' ? line : undefined,
    value: typeof value === 'number' ? value : undefined,
    limit: typeof limit === 'number' ? limit : undefined,
  }
}

function toAmount(value: unknown, limit: unknown, text: unknown): string {
  if (typeof text === 'string') return `: ${text}`
  if (typeof value !== 'number') return ''
  const number = new Intl.NumberFormat(language.value, { maximumFractionDigits: 1 })
  return typeof limit === 'number'
    ? ` (${number.format(value)} / ${number.format(limit)})`
    : ` (${number.format(value)})`
}

/** Whether an entry needs a look: hints alone are none. */
export function needsLook({ warnings = [] }: SubtitleEntry): boolean {
  return warnings.some(warning => (warning as Record<string, unknown>).severity !== 'info')
}

export function hasWarning({ warnings = [] }: SubtitleEntry, type: string): boolean {
  return warnings.some(warning => (warning as Record<string, unknown>).type === type)
}

/** How many warnings there are of each severity, and in how many entries those of a kind are. */
export function countWarnings(entries: readonly SubtitleEntry[]): {
  bySeverity: Readonly<Record<Warning['severity'], number>>
  byType: ReadonlyMap<string, number>
} {
  const bySeverity = { error: 0, warning: 0, info: 0 }
  const byType = new Map<string, number>()
  for (const { warnings = [] } of entries) {
    const types = new Set<string>()
    for (const warning of warnings) {
      const { type, severity } = warning as Record<string, unknown>
      bySeverity[toSeverity(severity)] += 1
      types.add(String(type))
    }
    for (const type of types) byType.set(type, (byType.get(type) ?? 0) + 1)
  }
  return { bySeverity, byType }
}

function toSeverity(severity: unknown): Warning['severity'] {
  return severities.find(word => word === severity) ?? 'warning'
}
