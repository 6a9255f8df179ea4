/** What the service calls its workflows and their tasks, in the language of the pages. */

import { createTexts } from './translations.ts'

const dutch = {
  'Align the text with the speech': 'De tekst met de spraak gelijkleggen',
  'Align with the shots': 'Met de shots gelijkleggen',
  'Automatic Subtitling': 'Automatische ondertiteling',
  'Check what may be done': 'Nagaan wat mag',
  'Burn in subtitles': 'Ondertitels inbranden',
  Conclude: 'Afronden',
  'Convert the frame rate': 'De beeldsnelheid omrekenen',
  'Copy the clips to the volume': 'De clips naar het volume kopiëren',
  'Correct the times': 'De tijden verbeteren',
  'Create or update the workspace': 'De werkruimte maken of bijwerken',
  'Delete annotations': 'Annotaties verwijderen',
  'Delivery workspace': 'Leveringswerkruimte',
  'Export subtitles': 'Ondertitels exporteren',
  'Find the shots': 'De shots zoeken',
  Ingest: 'Inname',
  'Make subtitles of the transcript': 'Ondertitels maken van het transcript',
  'Make the picture': 'Het beeld maken',
  'Make the pictures for scrubbing': 'De beelden voor het doorzoeken maken',
  'Make the version for review': 'De versie voor de review maken',
  'Make the version for review in high definition': 'De versie voor de review in hoge resolutie maken',
  'Make what has arrived playable': 'Wat is aangekomen afspeelbaar maken',
  'Measure the sound': 'Het geluid meten',
  Poster: 'Posterbeeld',
  Preview: 'Voorbeeld',
  'Read the captions of the picture': 'De bijschriften in het beeld lezen',
  'Read the file': 'Het bestand lezen',
  'Read what the file is': 'Lezen wat het bestand is',
  'Recognise the speech': 'De spraak herkennen',
  'Remove blank subtitles': 'Lege ondertitels verwijderen',
  'Show who speaks': 'Tonen wie spreekt',
  'Store the subtitles': 'De ondertitels bewaren',
  'Tell that the clip is ready': 'Melden dat de clip klaar is',
  'Tell the planning system': 'Het planningssysteem inlichten',
  'Write down what is said': 'Opschrijven wat wordt gezegd',
}

type Name = keyof typeof dutch
/** The service has its names in English. */
const english = Object.fromEntries(Object.keys(dutch).map(name => [name, name])) as Record<Name, string>
const texts = createTexts({ en: english, nl: dutch })

/** A name of the service in words; one that is not known, of somebody's own workflow, stays as it is. */
export function nameWork(label: string): string {
  return isKnown(label) ? texts(label) : label
}

function isKnown(label: string): label is Name {
  return Object.hasOwn(dutch, label)
}
