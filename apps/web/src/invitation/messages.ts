import { createTexts } from '../platform/translations.ts'

export const texts = createTexts({
  en: {
    production: 'You are invited to a production',
    account: 'You are invited to an account',
    question: 'Do you want to join as {user}?',
    accept: 'Join',
    decline: 'Decline',
    declined: 'You have declined.',
    incomplete: 'This link is not complete: open it from the mail, or copy all of it.',
    home: 'To the productions',
  },
  nl: {
    production: 'U bent uitgenodigd voor een productie',
    account: 'U bent uitgenodigd voor een account',
    question: 'Wilt u deelnemen als {user}?',
    accept: 'Deelnemen',
    decline: 'Afslaan',
    declined: 'U hebt afgeslagen.',
    incomplete: 'Deze link is niet volledig: open hem vanuit de e-mail, of kopieer hem helemaal.',
    home: 'Naar de producties',
  },
})
