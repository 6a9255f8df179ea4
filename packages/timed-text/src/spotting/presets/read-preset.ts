import type { Severity } from '../../document/diagnostics.ts'
import { type Fault, type Faults, isText, MemberReader, omitAbsent, readColour } from './member-reader.ts'
import type { EbuStlDefaults, PresetRegion, PresetStyling, SpeakerRules, SubtitlePreset } from './preset.ts'
import { readShots, readSpotting } from './read-spotting.ts'
import { shippedPresets } from './shipped-presets.ts'

const severities: readonly (Severity | 'off')[] = ['error', 'warning', 'info', 'off']

/**
 * Reads a preset that nobody has checked yet. Never throws: what is absent or faulty is taken from `base`, which
 * is the shipped preset that the member `basedOn` names, else that for broadcast.
 *
 * A duration is a member whose name ends in its unit, `minimumGapFrames` or `minimumGapMs`; both at once are a fault.
 * Members that are not known are faults too, except at the top, where a preset belongs to its owner.
 */
export function readPreset(
  value: unknown,
  base?: SubtitlePreset,
): { preset: SubtitlePreset; faults: readonly Fault[] } {
  const faults: Faults = []
  const reader = new MemberReader(value, '', faults)
  const basedOn = reader.oneOf('basedOn', Object.keys(shippedPresets) as (keyof typeof shippedPresets)[], undefined)
  const from = basedOn ? shippedPresets[basedOn] : (base ?? shippedPresets.broadcast)
  const section = (name: string) => new MemberReader(reader.raw(name), reader.pathOf(name), faults)
  const { id: _id, name: _name, description: _description, ...defaults } = from
  const names = {
    id: reader.text('id', undefined),
    name: reader.text('name', undefined),
    description: reader.text('description', undefined, 2000),
  }
  const regions = reader.list('regions', 50, (item, path) => readRegion(item, path, faults), undefined)
  return {
    preset: {
      ...defaults,
      ...omitAbsent(names),
      default: reader.flag('default', false),
      languages: readLanguages(reader, from.languages),
      regions: regions && regions.length > 0 ? regions : from.regions,
      styling: readStyling(section('styling'), from.styling),
      spotting: readSpotting(section('spotting'), from.spotting),
      shots: readShots(section('shots'), from.shots, faults),
      speakers: readSpeakers(section('speakers'), from.speakers, faults),
      ebuStl: readEbuStl(section('ebuStl'), from.ebuStl),
      warningSeverities: readSeverities(reader, from.warningSeverities),
    },
    faults,
  }
}

/** `language`, or `languages` where there are several. */
function readLanguages(reader: MemberReader, fallback: readonly string[]): readonly string[] {
  const language = reader.text('language', undefined, 100)
  const languages = reader.list(
    'languages',
    200,
    item => (isText(item, 100) ? item : void reader.fail('languages', 'must hold language tags')),
    undefined,
  )
  return languages ?? (language === undefined ? fallback : [language])
}

/** Regions are objects with an id, or ids alone. */
function readRegion(item: unknown, path: string, faults: Faults): PresetRegion | undefined {
  if (isText(item, 200)) return { id: item }
  const known = faults.length
  const reader = new MemberReader(item ?? null, path, faults)
  const id = reader.text('id', undefined)
  if (id === undefined) {
    if (faults.length === known) reader.fail('id', 'is needed')
    return undefined
  }
  return {
    id,
    ...omitAbsent({
      vertical: reader.oneOf('vertical', ['top', 'middle', 'bottom'], undefined),
      row: reader.whole('row', 1, 23, undefined),
      linePercent: reader.number('linePercent', 0, 100, undefined),
      align: reader.oneOf('align', ['left', 'center', 'right'], undefined),
    }),
  }
}

function readStyling(reader: MemberReader, base: PresetStyling): PresetStyling {
  const styling = {
    ...omitAbsent({
      fontFamily: reader.text('fontFamily', base.fontFamily),
      fontSize: reader.text('fontSize', base.fontSize),
      colour: reader.colour('colour', base.colour),
      backgroundColour: reader.colour('backgroundColour', base.backgroundColour),
      region: reader.text('region', base.region),
    }),
    justification: reader.oneOf('justification', ['left', 'centered', 'right'], base.justification),
    italicsAllowed: reader.flag('italicsAllowed', base.italicsAllowed),
  }
  reader.end()
  return styling
}

function readSpeakers(reader: MemberReader, base: SpeakerRules, faults: Faults): SpeakerRules {
  const rules: SpeakerRules = {
    mode: reader.oneOf('mode', ['colour', 'dash', 'label', 'none'], base.mode),
    colours: reader.list('colours', 100, (item, path) => readColour(item, path, faults), base.colours),
    reuseColourAfterTurns: reader.whole('reuseColourAfterTurns', 0, 1_000_000, base.reuseColourAfterTurns),
    withoutColour: reader.oneOf('withoutColour', ['dash', 'label', 'none'], base.withoutColour),
    dashLines: reader.oneOf('dashLines', ['all', 'fromSecond'], base.dashLines),
    dashSpace: reader.flag('dashSpace', base.dashSpace),
  }
  reader.end()
  return rules
}

function readEbuStl(reader: MemberReader, base: EbuStlDefaults): EbuStlDefaults {
  const defaults: EbuStlDefaults = omitAbsent({
    displayStandardCode: reader.oneOf('displayStandardCode', [0, 1, 2], base.displayStandardCode),
    marginTop: reader.whole('marginTop', 0, 99, base.marginTop),
    marginBottom: reader.whole('marginBottom', 0, 99, base.marginBottom),
    useBox: reader.flag('useBox', base.useBox),
    doubleHeight: reader.flag('doubleHeight', base.doubleHeight),
    justification: reader.oneOf('justification', ['unchanged', 'left', 'centered', 'right'], base.justification),
  })
  reader.end()
  return defaults
}

/** Codes of warnings are an open list, so what looks like one is taken. */
function readSeverities(
  reader: MemberReader,
  base: SubtitlePreset['warningSeverities'],
): SubtitlePreset['warningSeverities'] {
  const check = (value: unknown): value is object => typeof value === 'object' && !Array.isArray(value)
  const given = reader.read('warningSeverities', check, 'must be an object', {})
  const known = new Map(base)
  for (const [code, value] of Object.entries(given).slice(0, 200)) {
    const severity = severities.find(choice => choice === value)
    if (severity && /^[A-Z][A-Z_]{0,63}$/.test(code)) known.set(code, severity)
    else reader.fail('warningSeverities', `must give each code one of ${severities.join(', ')}: ${code.slice(0, 64)}`)
  }
  return known
}
