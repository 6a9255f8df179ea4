import { listFormatIds } from '@rushes/timed-text/format-facts'
import type { CommandDescription, OptionDescription } from '../command.ts'
import { clip, inProduction, language, toFile, withPreset } from './options.ts'

const files = { usage: '<file...>', meaning: 'subtitle files', completes: 'files' } as const
const fromFormat: OptionDescription = {
  flags: '--from <format>',
  meaning: 'the format that is read; told by the content when left out',
  choices: listFormatIds(),
}
const encoding: OptionDescription = {
  flags: '--encoding <name>',
  meaning: 'of the text that is read, like windows-1252',
}
const rate: OptionDescription = {
  flags: '--rate <frames>',
  meaning: 'frames a second of the media, like 25 or 30000/1001',
}

/** Subtitles of the service, and subtitle files without it. */
export const subtitles: readonly CommandDescription[] = [
  {
    words: 'subtitle get',
    summary: 'Write the subtitles of a clip to a file',
    arguments: [clip, language],
    options: [
      inProduction,
      withPreset,
      { flags: '--format <format>', meaning: 'srt when left out', choices: [...listFormatIds(), 'json'] },
      toFile,
    ],
    examples: [
      'rushes subtitle get -p 3 41 en > interview.srt',
      'rushes subtitle get -p 3 41 nl --format ebuttd -o nl.xml',
    ],
    reaches: 'service',
    load: () => import('./subtitle-get.ts'),
  },
  {
    words: 'subtitle put',
    summary: 'Replace the subtitles of a clip by those of a file',
    arguments: [clip, language, { usage: '<file>', meaning: 'a subtitle file', completes: 'files' }],
    options: [inProduction, withPreset, fromFormat],
    examples: ['rushes subtitle put -p 3 41 en interview.srt'],
    reaches: 'service',
    load: () => import('./subtitle-put.ts'),
  },
  {
    words: 'subtitle export',
    summary: 'Let the service make a file of subtitles, as broadcasters ask for it',
    arguments: [clip, language],
    options: [
      inProduction,
      withPreset,
      { flags: '--format <format>', meaning: 'ebustl when left out', choices: listFormatIds() },
      { flags: '--xml-profile <profile>', meaning: 'of XML with ebustl or ebuttd', choices: ['ebu-tt-d', 'ebu-tt'] },
      { flags: '--time-base <base>', meaning: 'media when left out', choices: ['media', 'smpte'] },
      { ...toFile, meaning: 'the file to write; the name that the service gives when left out' },
    ],
    examples: ['rushes subtitle export -p 3 41 en', 'rushes subtitle export -p 3 41 en --time-base smpte -o en.stl'],
    reaches: 'service',
    load: () => import('./subtitle-export.ts'),
  },
  {
    words: 'subtitle check',
    summary: 'Check subtitle files on this machine: damage, and what a preset asks for',
    arguments: [files],
    options: [
      fromFormat,
      encoding,
      rate,
      {
        flags: '--preset <name>',
        meaning: 'the rules; broadcast when left out',
        choices: ['broadcast', 'online', 'social', 'vertical', 'netflix', 'bbc', 'ebuTeletext'],
      },
      { flags: '--language <language>', meaning: 'of the subtitles, where the file does not tell it' },
    ],
    examples: ['rushes subtitle check interview.srt', 'rushes subtitle check --preset netflix --language ja *.vtt'],
    reaches: 'nothing',
    load: () => import('./subtitle-check.ts'),
  },
  {
    words: 'subtitle convert',
    summary: 'Convert subtitle files on this machine to another format',
    arguments: [files],
    options: [
      {
        flags: '--to <format>',
        meaning: 'the format that is written; told by --output when left out',
        choices: listFormatIds(),
      },
      fromFormat,
      encoding,
      rate,
      { ...toFile, meaning: 'the file to write; beside each file when left out; - for the standard output' },
      { flags: '--folder <folder>', meaning: 'write the files into this folder', completes: 'folders' },
      { flags: '-f, --force', meaning: 'replace files that are there' },
    ],
    examples: [
      'rushes subtitle convert interview.srt -o interview.stl',
      'rushes subtitle convert *.stl --to webvtt --folder web',
    ],
    reaches: 'nothing',
    load: () => import('./subtitle-convert.ts'),
  },
]
