/**
 * What the most common passwords are made of, from the lists that leaks have left behind, with what
 * people here would think of. A password that is little more than one or two of these is refused.
 */
export const commonWords: readonly string[] = `
password passwort passphrase passw0rd pass letmein letmeinplease changeme changemenow secret secretpassword
mypassword thisismypassword thisisapassword newpassword temporary temppassword default guest admin
administrator root user login logmein welcome welcomeback hello helloworld testing test tester access
qwerty qwertz azerty asdf zxcv qazwsx qweasd zaqxsw
iloveyou iloveu ilovemyself ilovejesus ihateyou loveme lovely lover love loveyou myself forever forgetmenot
dragon monkey master shadow ninja killer hunter ranger soldier samurai wizard warrior phoenix eagle falcon
tiger lion panther wolf bear puppy kitten doggie horse rabbit dolphin butterfly ladybug
sunshine sunflower flower rainbow summer winter spring autumn monday friday january october november december
september february august freedom liberty whatever nothing something anything everything nobody unbelievable
princess prince queen king angel angels babygirl babyboy beautiful gorgeous superstar rockstar cheerleader
superman batman spiderman ironman starwars starwarrior pokemon pikachu naruto matrix harrypotter hogwarts
lordoftherings gandalf minecraft fortnite roblox mickeymouse winniethepooh hellokitty tinkerbell spongebob
football baseball basketball softball volleyball hockey soccer rugby cricket netball liverpool liverpoolfc
chelsea arsenal manchester manchesterunited barcelona realmadrid juventus lakers yankees cowboys steelers
eagles allblacks blackcaps warriors crusaders hurricanes highlanders
newzealand aotearoa kiwi kiaora kea whangarei whangārei northland auckland wellington christchurch hamilton
tauranga dunedin rotorua taranaki waikato otago southland australia america england london california
honda yamaha suzuki kawasaki polaris canam harley harleydavidson ducati triumph mustang corvette ferrari
porsche mercedes toyota holden ford motorcycle motorbike quadbike quad atv farmer farmbike dirtbike wrecker
workshop tractor
computer internet google facebook instagram youtube twitter myspace microsoft windows apple samsung android
iphone macbook linkedin amazon netflix spotify snapchat whatsapp dropbox github wordpress
michael michelle jennifer jessica jessie ashley amanda daniel david andrew anthony joshua matthew robert
thomas charlie william jordan justin brandon nicole samantha stephanie elizabeth alexander alexandra
alexandria christopher christina christian sebastian valentina benjamin jonathan nicholas victoria veronica
isabella gabriella francesca maximilian charlotte catherine katherine margaret george hannah maggie buster
bailey ginger pepper cookie cheese coffee chocolate strawberry banana orange apples watermelon peanutbutter
icecream whiskey guinness heineken jackdaniels bourbon
jesus jesuschrist jesusislord jesuslovesme godisgreat godisgood godislove faith heaven blessed hallelujah
metallica slipknot nirvana eminem beatles backstreetboys onedirection bonjovi greenday linkinpark
trustnoone trustno openthedoor opensesame abracadabra correcthorsebatterystaple whatsmyname idontknow
ihavenoidea nevermind fuckyou fuckoff fuckme motherfucker bullshit asshole bitch shithead money millionaire
success business company office manager director sales staff support service server network system security
database backup wireless router demo sample example
`
  .trim()
  .split(/\s+/)
  .toSorted((one, other) => other.length - one.length);
