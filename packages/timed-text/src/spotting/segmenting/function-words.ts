/** Short words that hold to the words around them, by language. Lists of our own, of what is frequent in speech. */
export interface FunctionWords {
  /** A line does not end after these: articles, possessives, prepositions, conjunctions, auxiliaries, particles. */
  readonly holdsNext: ReadonlySet<string>
  /** A line may well begin with these: conjunctions, relative pronouns, prepositions. */
  readonly opensPhrase: ReadonlySet<string>
  /** Their point ends no sentence. */
  readonly abbreviations: ReadonlySet<string>
}

const none: FunctionWords = { holdsNext: new Set(), opensPhrase: new Set(), abbreviations: new Set() }

const lists: ReadonlyMap<string, FunctionWords> = new Map(
  Object.entries({
    en: describe(
      `a an the my your his her its our their this these those some any no every each i you he she we they is are was
      were am be been has have had do does did will would shall should can could may might must not very so too more
      most i'm you're he's she's it's we're they're i've you've we've they've i'll you'll we'll they'll don't doesn't
      didn't won't can't isn't aren't wasn't`,
      'and or but nor yet because although though while when if unless until since that which who whom whose where why how than as',
      'of in on at by to for from with without about into onto over under between through after before against during like near upon within across behind',
      'mr mrs ms dr prof st jr sr vs no e.g i.e etc',
    ),
    nl: describe(
      `de het een 't 'n mijn jouw je uw zijn haar ons onze hun dit dat deze die geen elk elke ieder iedere ik jij hij zij ze
      wij we jullie is was waren ben bent heeft heb hebben had hadden word wordt worden werd zal zullen zou zouden kan kunnen
      kon mag moet moeten wil willen niet heel zeer zo te meer`,
      'en of maar want dus omdat hoewel terwijl toen als wanneer tenzij totdat sinds dat die wie wat waar waarom hoe dan',
      'van in op aan bij naar voor uit met zonder over onder tussen door na tegen tijdens om tot binnen achter naast',
      'dhr mevr mw dr prof ir ing nr bv enz',
    ),
    fr: describe(
      `le la les l un une des du au aux mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ce cet cette ces
      je j tu il elle on nous vous ils elles me m te t se s ne n y en est sont était étaient suis es êtes sommes ai as a avez
      avons ont avait avaient sera seront va vont peut peuvent doit doivent pas très si plus trop tout toute chaque quelques`,
      'et ou mais donc or ni car parce puisque quoique pendant quand lorsque si que qui dont où comment pourquoi comme',
      'de à dans sur par pour sans avec sous entre vers chez contre après avant depuis devant derrière pendant malgré',
      'm mm mme mlle dr pr st ste etc',
    ),
    de: describe(
      `der die das den dem des ein eine einen einem einer eines mein meine meinen dein deine sein seine seinen ihr ihre ihren
      unser unsere euer eure dieser diese dieses diesen diesem jeder jede jedes kein keine keinen ich du er sie es wir ist
      sind war waren bin bist hat habe haben hatte hatten wird werden wurde wurden kann können muss müssen will wollen soll
      sollen darf nicht sehr so zu mehr ganz im am zum zur vom beim ins`,
      'und oder aber denn sondern weil obwohl während als wenn bevor nachdem damit dass ob der die das welche wer was wo warum wie',
      'von in an auf bei nach für aus mit ohne über unter zwischen durch gegen um zu vor hinter neben seit bis wegen',
      'hr fr dr prof st nr bzw usw z.b d.h',
    ),
    es: describe(
      `el la los las lo un una unos unas mi mis tu tus su sus nuestro nuestra nuestros nuestras este esta estos estas ese esa
      esos esas cada todo toda yo tú él ella nosotros ellos ellas me te se nos le les es son era eran está están estaba soy
      eres ha he has han había habían fue ser va van puede pueden debe deben no muy tan más al del`,
      'y e o u pero sino porque aunque mientras cuando si que quien cual donde cómo como pues ni',
      'de a en por para con sin sobre bajo entre hacia hasta desde contra tras durante según ante',
      'sr sra srta dr dra d ud uds etc',
    ),
  }),
)

/** By the primary subtag of a language tag; a language without a list has none of these words. */
export function findFunctionWords(language: string | undefined): FunctionWords {
  return lists.get(language?.split('-', 1)[0]?.toLowerCase() ?? '') ?? none
}

function describe(holders: string, conjunctions: string, prepositions: string, abbreviations: string): FunctionWords {
  const toList = (text: string) => text.split(/\s+/)
  return {
    holdsNext: new Set([...toList(holders), ...toList(conjunctions), ...toList(prepositions)]),
    opensPhrase: new Set([...toList(conjunctions), ...toList(prepositions)]),
    abbreviations: new Set(toList(abbreviations)),
  }
}
