import { createTexts } from '../../platform/translations.ts'

export const texts = createTexts({
  en: {
    retry: 'Try again',
    replaceFile: 'Replace file',
    fileOnItsWay: '{name} is being uploaded.',
    fileNotReplaced: 'The file was not replaced: {reason}',
    workFailed: 'This clip could not be prepared.',
    beingPrepared: 'This clip is being prepared. It plays here once it is ready.',
  },
  nl: {
    retry: 'Opnieuw proberen',
    replaceFile: 'Bestand vervangen',
    fileOnItsWay: '{name} wordt geüpload.',
    fileNotReplaced: 'Het bestand is niet vervangen: {reason}',
    workFailed: 'Deze clip kon niet worden voorbereid.',
    beingPrepared: 'Deze clip wordt voorbereid. Hij speelt hier zodra hij klaar is.',
  },
})
