/**
 * What people here would think of first, and the list of common passwords does not hold: our trade, our
 * country, and phrases made famous as passwords.
 */
export const localWords: ReadonlySet<string> = new Set(
  `
aotearoa newzealand kiaora kiwi maori whangarei whangārei northland auckland waikato taranaki tauranga rotorua
otago southland dunedin christchurch wellington hamilton allblacks blackcaps crusaders highlanders hurricanes
honda yamaha suzuki kawasaki polaris canam harleydavidson ducati triumph motorcycle motorbike quadbike quad atv
farmer farmbike dirtbike wrecker wreckers workshop tractor spares parts
correcthorsebatterystaple thisismypassword thisisapassword newpassword changemenow letmeinplease opensesame
temppassword firstpassword helloworld whatsmyname idontknow ihavenoidea forgetmenot jesusislord godisgood
`
    .trim()
    .split(/\s+/),
);
