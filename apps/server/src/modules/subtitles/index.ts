/**
 * Subtitles: one annotation per clip, language and preset, read and written as JSON and as subtitle files.
 * Promises: every stored entry lies in its clip, in order, in a region that exists; frames survive every file format;
 * a file is taken as a whole or refused.
 * Automatic runs replace nothing that they are not allowed to, and end in a status and an event however they end.
 * Files that belong to no clip are converted, and nothing of them is stored.
 * Owns the rows of entries. Leaves to others: the annotation, patches and search (annotations); what is said in clips
 * (transcripts); the formats themselves (the package timed-text).
 */

import { defineModule } from '../../platform/module.ts'
import { prepareEmbeddedSubtitles } from './automatic/embedded.ts'
import { retainedWork } from './automatic/store.ts'
import { createAdvancedSubtitleWork } from './automatic/workflow.ts'
import { ContentCache, maxCachedEntries } from './entries/cache.ts'
import { entryList } from './entries/entries.ts'
import { createBurnInWork } from './export/burn-in.ts'
import { retainedExports } from './export/store.ts'
import { createExportWork } from './export/workflow.ts'
import { addSubtitleRoutes } from './routes.ts'
import { Dictionaries } from './rules/dictionaries.ts'

export { type WrittenSubtitles, writeAllSubtitles } from './archive.ts'

export const subtitles = defineModule({
  name: 'subtitles',
  services: () => ({
    subtitleContents: new ContentCache(maxCachedEntries),
    dictionaries: new Dictionaries(),
    prepareEmbeddedSubtitles,
  }),
  routes: addSubtitleRoutes,
  contentList: entryList,
  retention: [retainedExports, retainedWork],
  workflows: ({ outbound, services }) => [
    createExportWork(),
    createBurnInWork(services.mediaEngine),
    createAdvancedSubtitleWork({ outbound, transcripts: services.transcriptTasks }),
  ],
})
