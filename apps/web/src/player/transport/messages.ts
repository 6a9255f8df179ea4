import { createTexts } from '../../platform/translations.ts'

/** Of the list of keys, which is loaded when it is opened. */
export const texts = createTexts({
  en: {
    keysOn: 'Use single keys',
    keyList:
      'Space plays and pauses · J K L back, stop, forward (again: faster) · , and . or arrows one frame · < and > or Shift with arrows one second · up and down the next shot, with Shift the next comment · I and O marks, with Shift go to them, X clears them · \\ loop · M sound · F full screen · C comment · D draw · Shift with C subtitles · Y copies a link to the frame, with Shift to the marked range, U to the subtitle · + and - zoom · Home and End',
  },
  nl: {
    keysOn: 'Enkele toetsen gebruiken',
    keyList:
      'Spatie speelt en pauzeert · J K L terug, stop, vooruit (nogmaals: sneller) · , en . of pijltjes één beeld · < en > of Shift met pijltjes één seconde · omhoog en omlaag het volgende shot, met Shift de volgende opmerking · I en O markeringen, met Shift erheen, X wist ze · \\ lus · M geluid · F volledig scherm · C opmerking · D tekenen · Shift met C ondertitels · Y kopieert een link naar het beeld, met Shift naar het gemarkeerde deel, U naar de ondertitel · + en - zoomen · Home en End',
  },
})
