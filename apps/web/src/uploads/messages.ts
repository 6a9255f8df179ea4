import { createTexts } from '../platform/translations.ts'

export const texts = createTexts({
  en: {
    upload: 'Upload',
    uploadFiles: 'Files',
    uploadFolder: 'Folder',
  },
  nl: {
    upload: 'Uploaden',
    uploadFiles: 'Bestanden',
    uploadFolder: 'Map',
  },
})
