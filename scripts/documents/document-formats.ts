/** The page about subtitle formats, from the formats themselves. */

import { globSync, readFileSync } from 'node:fs'
import { diagnosticMeanings } from '../../packages/timed-text/src/document/diagnostics.ts'
import {
  type FormatId,
  formats,
  listDeliveryProfiles,
  listFormatIds,
  qualityPresets,
  qualityRules,
  type TimedTextFormat,
} from '../../packages/timed-text/src/index.ts'
import { type Feature, featureLabels, type SupportLevel } from '../../packages/timed-text/src/support.ts'

const source = 'packages/timed-text/src'

interface Place {
  readonly folder: string
  readonly options: readonly (readonly [file: string, name: string])[]
  /** Files of other folders that report for it. */
  readonly reports?: readonly string[]
}

/**
 * The folder of a format where it is not its id, and the options of its reader and writer beyond those of all formats.
 */
const places: Partial<Record<FormatId, Place>> = {
  webvtt: { folder: 'webvtt', options: [['formats/webvtt/read.ts', 'WebvttReadOptions']] },
  ebustl: {
    folder: 'ebu-stl',
    options: [
      ['formats/ebu-stl/read/read.ts', 'EbuStlReadOptions'],
      ['formats/ebu-stl/write/write-options.ts', 'EbuStlWriteOptions'],
      ['formats/ebu-stl/write/write-options.ts', 'EbuStlTitles'],
    ],
  },
  ebuttd: { folder: 'ttml', options: [] },
  ebutt: { folder: 'ttml', options: [['formats/ttml/write/write-clock.ts', 'EbuttOptions']] },
  imsc: { folder: 'ttml', options: [] },
  itt: { folder: 'ttml', options: [] },
  scc: { folder: 'scc', options: [], reports: ['formats/ebu-stl/layout/tell-characters.ts'] },
  csv: { folder: 'table', options: [] },
  xlsx: { folder: 'table', options: [] },
}

const marks: Record<SupportLevel, string> = { kept: 'yes', approximated: 'nearly', lost: 'no' }

export function toFormatsPage(notice: string): string {
  const ids = listFormatIds()
  return [
    '# Subtitle formats',
    notice,
    '',
    'What the package `timed-text` reads and writes, and what of a document survives in each format. Requests name a format by one of its names or media types, and lists of annotations are answered as files by the extension given below. Every cell of these tables is written, read and compared by a test.',
    '',
    toMatrix(ids),
    '',
    '## Options of every reader',
    '',
    ...listOptions('format.ts', 'ReadOptions'),
    '',
    ...ids.flatMap(toSection),
    ...toQualityRules(),
    '',
    ...toDeliveryProfiles(),
    '',
  ].join('\n')
}

function toMatrix(ids: readonly FormatId[]): string {
  const rows = (Object.keys(featureLabels) as Feature[]).map(feature =>
    toRow(featureLabels[feature], ...ids.map(id => marks[formats[id].support[feature][0]])),
  )
  return [toRow('', ...ids.map(id => formats[id].label)), toRow(...['', ...ids].map(() => '---')), ...rows].join('\n')
}

function toSection(id: FormatId): string[] {
  const format: TimedTextFormat = formats[id]
  const { label, aliases, extension, otherExtensions, listForm, support } = format
  const mediaTypes = [...format.mediaTypes, ...(format.profiledMediaTypes ?? [])]
  const { folder, options, reports = [] }: Place = places[id] ?? { folder: id, options: [] }
  const extensions = [extension, ...otherExtensions].map(name => `.${name}`)
  const told = (Object.keys(featureLabels) as Feature[]).filter(name => support[name][0] !== 'kept' || support[name][1])
  return [
    `## ${label}`,
    '',
    `Names: ${quote([id, ...aliases])}. Media types: ${quote(mediaTypes)}. Extensions: ${quote(extensions)}. Lists: \`.${listForm}\`.`,
    '',
    '| Document | Kept | How |\n|---|---|---|',
    ...told.map(name => toRow(featureLabels[name], marks[support[name][0]], support[name][1])),
    '',
    ...options.flatMap(([file, name]) => [`Options (\`${name}\`):`, '', ...listOptions(file, name), '']),
    'Diagnostics:',
    '',
    ...listDiagnostics(folder, reports).map(code => `- \`${code}\`: ${diagnosticMeanings[code]}`),
    '',
  ]
}

function quote(names: readonly string[]): string {
  return names.map(name => `\`${name}\``).join(', ')
}

/** The members of an interface with the comments above them. */
function listOptions(file: string, name: string): string[] {
  const text = readFileSync(`${source}/${file}`, 'utf8')
  const body = new RegExp(`interface ${name} (?:extends \\w+ )?\\{\\n([\\s\\S]*?)\\n\\}`).exec(text)?.[1]
  if (body === undefined) throw new Error(`${file} has no interface ${name}`)
  const members = body.matchAll(/(?: {2}\/\*\*([\s\S]*?)\*\/\n)? {2}readonly (\w+)\??: ([^\n]+)/g)
  return Array.from(members, ([, comment = '', member = '', type = '']) => {
    const meaning = comment
      .replace(/\n\s*\*/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    return `- \`${member}\` (\`${type}\`)${meaning && `: ${meaning}`}`
  })
}

/** The codes in the source of a format, and in what all readers use. */
function listDiagnostics(folder: string, reports: readonly string[]): (keyof typeof diagnosticMeanings)[] {
  const files = [
    ...globSync(`${source}/formats/${folder}/**/*.ts`),
    ...reports.map(file => `${source}/${file}`),
    `${source}/formats/begin-read.ts`,
    `${source}/text/decode-text.ts`,
    `${source}/document/diagnostics.ts`,
  ]
  const text = files
    .filter(file => !/\.test\.ts$|\/testing\//.test(file))
    .map(file => readFileSync(file, 'utf8'))
    .join('\n')
  return (Object.keys(diagnosticMeanings) as (keyof typeof diagnosticMeanings)[])
    .filter(code => text.includes(`'${code}'`))
    .sort()
}

function toQualityRules(): string[] {
  const presets = Object.values(qualityPresets)
  const rows = qualityRules.map(({ id, message, source, severity }) => {
    const severities = presets.map(({ warningSeverities }) => warningSeverities.get(id) ?? severity)
    return toRow(`\`${id}\``, message, source, ...severities)
  })
  const limits = presets.map(({ id, name, spotting }) => {
    const { maximumLineLength, maximumLineCount, maximumCharactersPerSecond, maximumWordsPerMinute } = spotting
    const durations = [spotting.minimumDuration, spotting.maximumDuration, spotting.minimumGap, spotting.chainGapsBelow]
    return toRow(
      `\`${id}\`: ${name}`,
      ...[maximumLineLength, maximumLineCount, maximumCharactersPerSecond, maximumWordsPerMinute].map(String),
      ...durations.map(({ unit, value }) => `${value} ${unit === 'frames' ? 'frames' : 'ms'}`),
    )
  })
  const names = Object.keys(qualityPresets)
  return [
    '## Quality rules',
    '',
    'What a subtitle is checked for, and how much it matters by the presets of published guidelines. Every limit and severity is a member of a preset.',
    '',
    toRow('Rule', 'What is wrong', 'Source', ...names),
    toRow(...['', '', '', ...names].map(() => '---')),
    ...rows,
    '',
    '| Preset | Line | Lines | Characters a second | Words a minute | Shortest | Longest | Gap | Gaps closed below |\n|---|---|---|---|---|---|---|---|---|',
    ...limits,
  ]
}

function toDeliveryProfiles(): string[] {
  const rows = listDeliveryProfiles().flatMap(({ id, name, sources, limits, ...facts }) =>
    Object.entries(sources).map(([member, { title, section, date }]) =>
      toRow(`\`${id}\`: ${name}`, member, describeValue(member, { ...facts, ...limits }), title, section, date),
    ),
  )
  return [
    '## Delivery profiles',
    '',
    'What those who take subtitles ask for, as far as it is published; an export or a conversion with `delivery` is held against it. Limits of Netflix depend on the language. Guides of VRT, SVT and NRK with figures were not found.',
    '',
    '| Profile | Member | Value | Source | Section | Date |\n|---|---|---|---|---|---|',
    ...rows,
  ]
}

function describeValue(member: string, facts: object): string {
  const value = Reflect.get(facts, member)
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.join(', ')
  if ('num' in value) return `${value.num}/${value.den}`
  if ('unit' in value) return `${value.value} ${value.unit}`
  return Object.entries(value)
    .map(([name, option]) => `${name}: ${option}`)
    .join(', ')
}

function toRow(...cells: string[]): string {
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|').replace(/<[^>]*>/g, tag => `\`${tag}\``)).join(' | ')} |`
}
