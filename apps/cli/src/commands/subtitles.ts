import { deliveryIds, listFormatIds } from '@rushes/timed-text/format-facts'
import type { CommandDescription, OptionDescription } from '../command.ts'
import { clip, inProduction, language, toFile, withPreset } from './options.ts'

const files = { usage: '<file...>', meaning: 'subtitle files; - for the standard input', completes: 'files' } as const
const readFormat: OptionDescription = {
  flags: '--format <format>',
  meaning: 'the format that is read; detected when left out',
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

const columns: OptionDescription = {
  flags: '--columns <names>',
  meaning: 'of a table: what its columns are called, as start:TC in,text:English',
}
const translations: OptionDescription = {
  flags: '--translations',
  meaning: 'with the translations: a column each in a table, else a file each',
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
      { ...translations, meaning: 'a column for each translation in a table' },
      columns,
      toFile,
    ],
    examples: [
      'rushes subtitle get -p 3 41 en > interview.srt',
      'rushes subtitle get -p 3 41 en --format xlsx --translations -o translate.xlsx',
      'rushes subtitle get -p 3 41 nl --format ebuttd -o nl.xml',
    ],
    reaches: 'service',
    load: () => import('./subtitle-get.ts'),
  },
  {
    words: 'subtitle put',
    summary: 'Replace the subtitles of a clip by those of a file',
    arguments: [clip, language, { usage: '<file>', meaning: 'a subtitle file', completes: 'files' }],
    options: [inProduction, withPreset, readFormat, columns],
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
      { flags: '--burn-in', meaning: 'an MP4 with the subtitles in its picture instead of a file of subtitles' },
      translations,
      columns,
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
      readFormat,
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
    summary: 'Convert a subtitle file on this machine to another format, another rate or another place in time',
    arguments: [
      {
        usage: '<file...>',
        meaning: 'the file, and the one to write; - for the standard input and output; with --folder all are read',
        completes: 'files',
      },
    ],
    options: [
      { ...readFormat, flags: '--source-format <format>' },
      encoding,
      { ...readFormat, meaning: 'the format that is written; that of the name of the new file when left out' },
      { flags: '--from <rate>', meaning: 'frames a second that the times were made for, like 23.976 or 24000/1001' },
      { flags: '--to <rate>', meaning: 'frames a second of the new file; as before when left out' },
      {
        flags: '--keep <what>',
        meaning: 'from one rate to the other: time, when left out, or frames, as a film that is played faster does',
        choices: ['time', 'frames'],
      },
      {
        flags: '--offset <frames or timecode>',
        meaning: 'move everything at last, by frames of the new rate or HH:MM:SS:FF; back with - before it',
      },
      {
        flags: '--drop <policy>',
        meaning: 'whether timecodes are drop frame; auto, when left out: those with ; before the frames',
        choices: ['auto', 'yes', 'no'],
      },
      { flags: '--source-start <timecode>', meaning: 'of the first frame in the file that is read, as 10:00:00:00' },
      { flags: '--start <timecode>', meaning: 'of the first frame in the new file' },
      columns,
      { flags: '--language <language>', meaning: 'of the subtitles; the column of a table that is read' },
      {
        flags: '--delivery <whom>',
        meaning: 'whom the file is for; what they would not take is listed',
        choices: [...deliveryIds],
      },
      {
        flags: '--fix',
        meaning: 'with --delivery: change characters, colours, line breaks and times to what is taken',
      },
      { flags: '--folder <folder>', meaning: 'write the files into this folder', completes: 'folders' },
      { flags: '-f, --force', meaning: 'replace files that are there' },
    ],
    examples: [
      'rushes subtitle convert interview.srt interview.stl',
      'rushes subtitle convert interview.srt fast.stl --from 23.976 --to 25 --keep frames --start 10:00:00:00',
      'rushes subtitle convert *.stl --format webvtt --folder web',
    ],
    reaches: 'nothing',
    load: () => import('./subtitle-convert.ts'),
  },
  {
    words: 'subtitle diff',
    summary: 'Compare two subtitle files of any formats: times in frames, text and style',
    arguments: [
      { usage: '<file>', meaning: 'a subtitle file; - for the standard input', completes: 'files' },
      { usage: '<other>', meaning: 'the one to compare it with', completes: 'files' },
    ],
    options: [
      { ...readFormat, meaning: 'the format of both files; detected when left out' },
      encoding,
      { ...rate, meaning: 'frames a second that times are compared in; 25 where no file has others' },
      { flags: '--ignore-style', meaning: 'compare times and text only' },
    ],
    examples: ['rushes subtitle diff interview.srt evening.stl --ignore-style'],
    reaches: 'nothing',
    load: () => import('./subtitle-diff.ts'),
  },
]
