import { createTexts } from '../../platform/translations.ts'

export const texts = createTexts({
  en: {
    pages: 'Pages',
    pageOf: 'Page {number} of {count}',
    previousPage: 'Previous page',
    nextPage: 'Next page',
    firstPage: 'First page',
    lastPage: 'Last page',
    noPages: 'This document cannot be shown. It may be damaged or protected by a password.',
  },
  nl: {
    pages: 'Pagina’s',
    pageOf: 'Pagina {number} van {count}',
    previousPage: 'Vorige pagina',
    nextPage: 'Volgende pagina',
    firstPage: 'Eerste pagina',
    lastPage: 'Laatste pagina',
    noPages: 'Dit document kan niet worden getoond. Misschien is het beschadigd of beveiligd met een wachtwoord.',
  },
})
