import { createTexts } from '../platform/translations.ts'

export const texts = createTexts({
  en: {
    offer: 'New here? Five steps show what is where.',
    begin: 'Show me around',
    later: 'Not now',
    step: '{number} of {count}',
    back: 'Back',
    next: 'Next',
    skip: 'Skip',
    done: 'Done',
    homeTitle: 'Home',
    homeText: 'What waits for you, where you left off, and your productions.',
    placesTitle: 'Places of a production',
    placesText: 'Library, review, shares, deliveries and team. You see those you have the rights to.',
    searchTitle: 'Search and commands',
    searchText: 'Finds clips, people and everything that can be done here. Ctrl+K opens it anywhere.',
    helpTitle: 'Help',
    helpText: 'What the page is for, and its keys. The key ? opens it, and this tour is there too.',
    youTitle: 'You',
    youText: 'Your account, the colours, the language, and the way out.',
    home: 'Begin here: what waits for you, clips you were at, and all productions. Create one with New production.',
    library:
      'All clips of the production. Drop files anywhere to upload. Click selects, Enter opens, Space previews. Filters and collections are at the side; the inspector describes what is selected.',
    clip: 'Watch frame by frame and comment. The first character you type pauses the film. Marks, drawings and ranges belong to the frame where you are.',
    review: 'Clips in review and open comments. Choose one to see it beside the list.',
    shares:
      'Links for people outside. Each has its own rights, password and end. Choose a share to see who came and what they saw, and to end visits.',
    deliveries:
      'What suppliers are asked for, and what they submitted. Choose a request; accept a submission or reject it with a remark.',
    team: 'Who is in the production and what they may do. A role brings rights; further rights are given to one person alone.',
    fields: 'The fields that describe clips. Suppliers and editors fill them in; filters and the table use them.',
    settings: 'Each part has a form of its own. A change counts for everyone from the next request on.',
    subtitles:
      'Choose an entry to edit it; the film follows. Issues lists what breaks the preset, with fixes. All is saved while you type.',
    compare:
      'Two clips by time, timecode or picture: side by side, wiped, as a difference or in turn, with what changed between two cuts and the comments of both.',
    yourAccount: 'Your name and address, password and second factor, where you are signed in, and tokens for programs.',
    users: 'Who takes part in the account. Inviting somebody sends a link; it is shown here too.',
    webhooks:
      'Other systems are notified of events. Log shows each attempt and its answer; send again what was given up.',
    thesauri: 'Lists of words that fields and subtitles draw from. Words may be imported and exported.',
    thesaurus: 'Search narrows the list. Merge joins two words; what used one uses the other.',
    workspaces: 'Productions that planning systems create, and the templates of what they ask for.',
    branding: 'How pages for visitors look: name, colour, picture and links.',
    allUsers: 'Everyone who can sign in to this service. Lock, disable, or help somebody back in.',
    audit: 'Who did what, and from where. Narrow it by person, action or time.',
    administration: 'How the service is doing: work that waits and fails, storage by production.',
  },
  nl: {
    offer: 'Nieuw hier? Vijf stappen laten zien wat waar is.',
    begin: 'Rondleiding',
    later: 'Niet nu',
    step: '{number} van {count}',
    back: 'Terug',
    next: 'Volgende',
    skip: 'Overslaan',
    done: 'Klaar',
    homeTitle: 'Start',
    homeText: 'Wat op u wacht, waar u gebleven was, en uw producties.',
    placesTitle: 'Onderdelen van een productie',
    placesText: 'Bibliotheek, beoordeling, deellinks, leveringen en team. U ziet die waar u recht op hebt.',
    searchTitle: 'Zoeken en opdrachten',
    searchText: 'Vindt clips, mensen en alles wat hier kan. Ctrl+K opent het overal.',
    helpTitle: 'Hulp',
    helpText: 'Waar de pagina voor is, en haar toetsen. De toets ? opent dit; de rondleiding staat er ook.',
    youTitle: 'U',
    youText: 'Uw account, de kleuren, de taal, en afmelden.',
    home: 'Begin hier: wat op u wacht, clips waar u was, en alle producties. Maak er een met Nieuwe productie.',
    library:
      'Alle clips van de productie. Sleep bestanden naar de pagina om te uploaden. Klikken kiest, Enter opent, Spatie toont. Filters en collecties staan opzij; de inspecteur beschrijft wat gekozen is.',
    clip: 'Kijk beeld voor beeld en maak opmerkingen. Het eerste teken dat u typt pauzeert de film. Markeringen, tekeningen en bereiken horen bij het beeld waar u bent.',
    review: 'Clips in beoordeling en open opmerkingen. Kies er een om die naast de lijst te zien.',
    shares:
      'Links voor mensen van buiten. Elk heeft eigen rechten, wachtwoord en einde. Kies een deellink om te zien wie er was en wat ze zagen, en om bezoeken te beëindigen.',
    deliveries:
      'Wat van leveranciers gevraagd is, en wat ze hebben ingezonden. Kies een aanvraag; aanvaard een inzending of wijs die af met een opmerking.',
    team: 'Wie in de productie zit en wat zij mogen. Een rol brengt rechten; verdere rechten zijn voor één persoon.',
    fields:
      'De velden die clips beschrijven. Leveranciers en redacteuren vullen ze in; filters en de tabel gebruiken ze.',
    settings: 'Elk deel heeft een eigen formulier. Een wijziging geldt voor iedereen vanaf het volgende verzoek.',
    subtitles:
      'Kies een ondertitel om die te bewerken; de film volgt. Problemen toont wat niet aan de preset voldoet, met oplossingen. Alles wordt bewaard terwijl u typt.',
    compare:
      'Twee clips op tijd, tijdcode of beeld: naast elkaar, als schuif, als verschil of om de beurt, met wat tussen twee versies is veranderd en de opmerkingen van beide.',
    yourAccount: 'Uw naam en adres, wachtwoord en tweede factor, waar u bent aangemeld, en tokens voor programma’s.',
    users: 'Wie aan het account deelneemt. Een uitnodiging stuurt een link; die staat ook hier.',
    webhooks:
      'Andere systemen krijgen bericht van gebeurtenissen. Het log toont elke poging en het antwoord; stuur opnieuw wat is opgegeven.',
    thesauri:
      'Woordenlijsten waaruit velden en ondertitels putten. Woorden kunnen worden geïmporteerd en geëxporteerd.',
    thesaurus:
      'Zoeken beperkt de lijst. Samenvoegen maakt van twee woorden één; wat het ene gebruikte, gebruikt het andere.',
    workspaces: 'Producties die planningssystemen maken, en de sjablonen van wat ze vragen.',
    branding: 'Hoe pagina’s voor bezoekers eruitzien: naam, kleur, beeld en links.',
    allUsers: 'Iedereen die zich bij deze dienst kan aanmelden. Vergrendel, blokkeer, of help iemand weer binnen.',
    audit: 'Wie wat deed, en waarvandaan. Beperk het tot persoon, handeling of tijd.',
    administration: 'Hoe het met de dienst gaat: werk dat wacht en mislukt, opslag per productie.',
  },
})
