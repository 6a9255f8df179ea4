/**
 * Passwords that everybody tries first ("block-list" of ASVS 6.2.4). Those shorter than a password may be are left out;
 * many of the longer ones are a word with an ending, so that words and endings are listed, and not their products.
 */

const words = `
  password passw0rd passwort motdepasse contrasena wachtwoord senha parola haslo admin administrator root superuser user
  guest test testing tester demo default changeme letmein welcome login logon access secret master system server manager
  service support temp temporary public private company office internet network computer keyboard windows google
  facebook linkedin youtube samsung iphone android apple microsoft cisco oracle hello whatever trustno nothing something
  qwerty qwertz azerty qwert asdf asdfgh asdfghjk zxcvbn zxcvbnm qazwsx qazwsxedc poiuytrewq iloveyou iloveu loveyou
  lovely lover forever sunshine princess prince dragon monkey shadow michael jordan jennifer jessica michelle daniel
  thomas robert charlie andrew joshua matthew ashley amanda nicole melissa samantha elizabeth anthony william jasmine
  alexander alexandra victoria benjamin nicholas christian christine football baseball basketball soccer hockey liverpool
  arsenal chelsea barcelona juventus realmadrid manchester superman batman spiderman ironman starwars pokemon naruto
  minecraft nintendo playstation mustang ferrari porsche mercedes corvette yamaha harley kawasaki hunter killer ranger
  buster tigger pepper ginger cookie chocolate banana orange cheese peanut summer winter spring autumn january february
  march april june july august september october november december monday friday sunday london paris berlin amsterdam
  madrid newyork america canada england france germany italia espana brasil mexico phoenix freedom justice diamond
  silver golden purple yellow rainbow butterfly flower blossom angel heaven jesus christ blessed family mother father
  daddy mommy baby sister brother friend friends matrix merlin thunder lightning hannah sophie maggie bailey cooper
  abc abcd abcde abcdef abcdefg abcdefgh aaaaaa aaaaaaaa qqqqqq zzzzzz xxxxxx video media camera editor studio
`.match(/\S+/g)!

const endings = `
  1 2 3 7 9 11 12 13 21 22 23 69 77 88 99 00 01 07 007 10 100 101 111 123 321 1234 4321 12345 123456 1234567 12345678
 123456789 1990 1991 1992 1993 1994 1995 1996 1997 1998 1999 2000 2001 2010 2015
  2018 2019 2020 2021 2022 2023 2024 2025 2026
`.match(/\S+/g)!

const wholes = `
  12345678 123456789 1234567890 0123456789 01234567 012345678 87654321 987654321 0987654321 9876543210 11111111 111111111
  1111111111 00000000 000000000 0000000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999
  999999999 12121212 123123123 1231231234 12341234 123412345 11223344 1122334455 112233445566 12344321 123454321 10203040
  1020304050 13131313 69696969 11112222 14725836 147258369 147852369 159753456 159357456 741852963 789456123 963852741
  31415926 314159265 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 zaq12wsx zaq1zaq1 zaq1xsw2 qwer1234
  1234qwer 12345qwert qwertyui qwertyuio qwertyuiop qwertyuiop123 qwertzuiop azertyuiop asdfghjkl asdfasdf asdf1234
  1234asdf zxcvbnm1 zxcvbnm123 zxcvzxcv q1w2e3r4 q1w2e3r4t5 a1b2c3d4 a1s2d3f4 abcd1234 abcd12345 1234abcd abc12345 aa123456
  a1234567 a12345678 a123456789 123456aa 123456ab 123456abc 12345abc p@ssw0rd p@ssword p@ssw0rd1 pa$$word pa$$w0rd passw0rd!
  p@55w0rd l3tm3in! w3lcome1 adm1n123 adminadmin passpass passwordpassword testtest rootroot useruser letmeinnow
  letmein1234 iloveyou2 ilovegod iloveyou! trustno1 trustno1! fuckyou1 fuckyou2 fuckyou! fuckyoubitch metallica slipknot
  blink182 greenday nirvana1 eminem123 rockstar rockyou1 gangster hellokitty tinkerbell spongebob snowball scorpion
  nintendo64 startrek stargate gandalf1 mellon123 babygirl babyboy1 sweetheart beautiful cutiepie pussycat dolphins
  cowboys1 steelers redskins yankees1 lakers24 packers1 warriors patriots eagles123 bulldogs redsox04 marlboro budweiser
  guinness jackdaniels creative courtney internet1 samsung1 motorola ncc1701d rush2112 thx1138a bond0007 changeme!
  changeme123 changeit openup123 opensesame nopassword mypassword mypass123 thisisapassword yourpassword newpassword
  oldpassword passphrase letmein! welcome1! welcome@123 admin@123 admin@1234 pass@123 pass@1234 pass1234 pass12345 user1234
  test1234 test12345 temp1234 demo1234 guest123 root1234 toor1234 qwerty!@# !@#$%^&* !@#$%^&*() 1234!@#$ correcthorsebatterystaple
`.match(/\S+/g)!

const commonPasswords = new Set([...wholes, ...words, ...words.flatMap(word => endings.map(ending => word + ending))])

/** Whether a password is among the first that anybody would try, whatever its case. */
export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.normalize('NFKC').trim().toLowerCase())
}
