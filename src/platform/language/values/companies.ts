/** Large companies by ticker, with the names that people use. */
const technology =
  'AAPL apple|iphone maker;MSFT microsoft;GOOGL google|alphabet;AMZN amazon;META facebook|meta|meta platforms|instagram;TSLA tesla;NVDA nvidia;NFLX netflix;INTC intel;AMD amd|advanced micro devices;IBM ibm;ORCL oracle;CSCO cisco;ADBE adobe;CRM salesforce;QCOM qualcomm;TXN texas instruments;AVGO broadcom;MU micron;AMAT applied materials;LRCX lam research;KLAC kla;ASML asml;TSM tsmc|taiwan semiconductor;SAP sap;SHOP shopify;SQ square|block inc;PYPL paypal;UBER uber;LYFT lyft;ABNB airbnb;BKNG booking|booking.com|booking holdings;EXPE expedia;SNAP snapchat|snap inc;PINS pinterest;SPOT spotify;ZM zoom;DOCU docusign;DBX dropbox;TWLO twilio;NET cloudflare;SNOW snowflake;DDOG datadog;MDB mongodb;CRWD crowdstrike;PANW palo alto networks;FTNT fortinet;OKTA okta;NOW servicenow;WDAY workday;INTU intuit;TEAM atlassian;PLTR palantir;RBLX roblox;EA electronic arts;TTWO take two|take-two;U unity software;COIN coinbase;HOOD robinhood;DELL dell;HPQ hp|hewlett packard;HPE hewlett packard enterprise;WDC western digital;STX seagate;ARM arm holdings;SMCI super micro|supermicro;SONY sony;NTDOY nintendo;BABA alibaba;JD jd.com;PDD pinduoduo;BIDU baidu;TCEHY tencent;NIO nio;ERIC ericsson;NOK nokia;LOGI logitech;GRMN garmin;TXG 10x genomics;GDDY godaddy;WIX wix;ETSY etsy;EBAY ebay;RDDT reddit;ACN accenture;INFY infosys;WIT wipro;005930.KS samsung|samsung electronics;000660.KS sk hynix;TCS.NS tcs|tata consultancy;XIACY xiaomi;LNVGY lenovo'
const consumer =
  "WMT walmart|wal-mart|wal mart;TGT target;COST costco;HD home depot;LOW lowes|lowe's;BBY best buy;KR kroger;CVS cvs|cvs health;WBA walgreens;DG dollar general;DLTR dollar tree;M macys|macy's;JWN nordstrom;GPS gap inc;ROST ross stores;TJX tjx|tj maxx;KO coca cola|coca-cola|coke;PEP pepsi|pepsico;KDP dr pepper|keurig;MNST monster beverage;SBUX starbucks;MCD mcdonalds|mcdonald's;YUM yum brands|taco bell|kfc;CMG chipotle;DPZ dominos|domino's;WEN wendys|wendy's;QSR burger king|restaurant brands;DRI olive garden|darden;NKE nike;ADDYY adidas;UAA under armour;LULU lululemon;VFC vf corp;PVH pvh;RL ralph lauren;TPR tapestry;PG procter and gamble|procter & gamble|p&g;CL colgate;KMB kimberly clark;UL unilever;EL estee lauder;KHC kraft|kraft heinz;MDLZ mondelez;HSY hershey|hersheys;GIS general mills;K kellogg|kelloggs;CPB campbell|campbells;TSN tyson|tyson foods;HRL hormel;SJM smucker;CAG conagra;PM philip morris;MO altria;BTI british american tobacco;DEO diageo;BUD anheuser busch|budweiser|ab inbev;TAP molson coors;HEINY heineken;CAJ canon;WHR whirlpool;NWL newell;HAS hasbro;MAT mattel;DIS disney|walt disney;CMCSA comcast;WBD warner bros|warner brothers|warner bros discovery;PARA paramount;FOXA fox corporation;LYV live nation;SIRI sirius xm|siriusxm;NYT new york times company;ROKU roku;PTON peloton;HLT hilton;MAR marriott;H hyatt;CCL carnival;RCL royal caribbean;NCLH norwegian cruise;MGM mgm resorts;LVS las vegas sands;WYNN wynn;DKNG draftkings;CHWY chewy;W wayfair;NSRGY nestle;LVMUY lvmh|louis vuitton;HESAY hermes;IDEXY zara|inditex;RACE ferrari;DASH doordash;PTLO portillos"
const industry =
  'F ford;GM general motors|gm;STLA stellantis|fiat chrysler|chrysler;TM toyota;HMC honda;NSANY nissan;VWAGY volkswagen|vw;BMWYY bmw;MBGYY mercedes|mercedes benz|daimler;RIVN rivian;LCID lucid;HOG harley davidson;BYDDY byd;HYMTF hyundai;BA boeing;EADSY airbus;LMT lockheed|lockheed martin;RTX raytheon;NOC northrop|northrop grumman;GD general dynamics;GE general electric|ge;HON honeywell;MMM 3m;CAT caterpillar;DE john deere|deere;EMR emerson;ETN eaton;SIEGY siemens;UPS ups|united parcel service;FDX fedex;UNP union pacific;CSX csx;NSC norfolk southern;DAL delta|delta airlines|delta air lines;UAL united airlines;AAL american airlines;LUV southwest|southwest airlines;JBLU jetblue;ALK alaska airlines;RYAAY ryanair;DLAKY lufthansa;XOM exxon|exxon mobil|exxonmobil;CVX chevron;BP bp|british petroleum;SHEL shell|royal dutch shell;TTE total|totalenergies;COP conocophillips;EQNR equinor|statoil;OXY occidental;SLB schlumberger;HAL halliburton;KMI kinder morgan;PSX phillips 66;MPC marathon petroleum;VLO valero;NEE nextera;DUK duke energy;SO southern company;D dominion energy;EXC exelon;PCG pg&e|pacific gas and electric;ED con edison;FSLR first solar;ENPH enphase;PLUG plug power;DOW dow chemical|dow inc;DD dupont;LIN linde;BASFY basf;FCX freeport;NEM newmont;RIO rio tinto;BHP bhp;VALE vale;AA alcoa;X us steel;NUE nucor;WM waste management;T at&t|att;VZ verizon;TMUS t-mobile|t mobile|tmobile;VOD vodafone;S sentinelone;CHTR charter|spectrum;AMT american tower;YARIY yara;NHYDY norsk hydro;TELNY telenor;RELIANCE.NS reliance|reliance industries;TATAMOTORS.NS tata motors'
const moneyAndHealth =
  'JPM jpmorgan|jp morgan|chase|jpmorgan chase;BAC bank of america|bofa;WFC wells fargo;C citigroup|citibank|citi;GS goldman sachs|goldman;MS morgan stanley;USB us bancorp;PNC pnc;TFC truist;COF capital one;SCHW charles schwab|schwab;BLK blackrock;AXP american express|amex;V visa;MA mastercard;BRK-B berkshire|berkshire hathaway;HSBC hsbc;BCS barclays;DB deutsche bank;UBS ubs;SAN santander;ING ing bank;RY royal bank of canada;TD td bank;HDB hdfc|hdfc bank;IBN icici|icici bank;DNBBY dnb;SBKFF state bank of india;MET metlife;PRU prudential;AIG aig;ALL allstate;PGR progressive;TRV travelers;CB chubb;ICE intercontinental exchange;CME cme group;NDAQ nasdaq inc;SPGI s&p global;MCO moodys;AFRM affirm;SOFI sofi;UPST upstart;JNJ johnson and johnson|johnson & johnson|j&j;PFE pfizer;MRNA moderna;BNTX biontech;MRK merck;ABBV abbvie;LLY eli lilly|lilly;BMY bristol myers|bristol-myers squibb;AMGN amgen;GILD gilead;BIIB biogen;REGN regeneron;VRTX vertex;NVO novo nordisk;AZN astrazeneca;GSK gsk|glaxosmithkline;NVS novartis;RHHBY roche;SNY sanofi;BAYRY bayer;TAK takeda;ABT abbott;MDT medtronic;TMO thermo fisher;DHR danaher;ISRG intuitive surgical;SYK stryker;BSX boston scientific;UNH unitedhealth|united healthcare|united health;CI cigna;ELV anthem|elevance;HUM humana;HCA hca;MCK mckesson;TDOC teladoc;ZTS zoetis;ILMN illumina;DXCM dexcom;GME gamestop|game stop;AMC amc|amc theatres;BB blackberry;TLRY tilray;CGC canopy growth'
const indexesAndCoins =
  '^GSPC s&p 500|s&p|s and p 500|standard and poors|sp500|s & p 500|stock market|the market|market|markets;^DJI dow jones|dow|the dow|dow jones industrial average|djia;^IXIC nasdaq|nasdaq composite;^RUT russell 2000;^FTSE ftse|ftse 100|footsie;^GDAXI dax;^FCHI cac 40|cac;^N225 nikkei|nikkei 225;^HSI hang seng;^BSESN sensex|bse;^NSEI nifty|nifty 50;^OSEAX oslo bors|oslo stock exchange;^VIX vix;BTC-USD bitcoin|btc|a bitcoin|bitcoins;ETH-USD ethereum|ether|eth;DOGE-USD dogecoin|doge;SOL-USD solana;XRP-USD ripple|xrp;ADA-USD cardano;LTC-USD litecoin;BNB-USD binance coin;GC=F gold|gold price;SI=F silver;CL=F crude oil|oil|wti;BZ=F brent|brent crude;NG=F natural gas;SPY spy;QQQ qqq;VOO voo;VTI vti'

export interface Company {
  readonly symbol: string
  readonly name: string
}

const byName = new Map<string, Company>()
const bySymbol = new Map<string, Company>()
for (const entry of [technology, consumer, industry, moneyAndHealth, indexesAndCoins].join(';').split(';')) {
  const space = entry.indexOf(' ')
  const symbol = entry.slice(0, space)
  const names = entry.slice(space + 1).split('|')
  const company = { symbol, name: names[0]! }
  bySymbol.set(symbol.toLowerCase(), company)
  for (const name of names) byName.set(name, company)
}

const MAX_WORDS = 4

/** Words that are companies only when the sentence is about shares. */
const commonWords = new Set([
  'target',
  'square',
  'visa',
  'gap',
  'shell',
  'total',
  'total',
  'market',
  'the market',
  'now',
  'all',
  'chase',
  'gold',
  'oil',
  'silver',
  'delta',
  'spectrum',
  'progressive',
  'vertex',
  'linde',
  'zoom',
  'ford',
  'apple',
  'amazon',
  'meta',
  'arm',
  'coke',
  'booking',
  'monster',
  'vale',
  'unity',
  'travelers',
  'southwest',
  'campbell',
  'tyson',
  'kraft',
  'citi',
  'tapestry',
  'eaton',
  'emerson',
  'cat',
  'ups',
  'hp',
])

/** Tickers that are words, names or abbreviations of their own. */
const tickersThatAreWords = new Set(
  'meta sap shop uber lyft snap pins spot net snow now team coin hood dell arm sony eric wix etsy ebay wit cost low gps yum wen lulu gis cag bud tap has mat dis para siri roku mar race dash hog hon cat ups luv alk shel cop hal plug dow lin rio vale amt blk san ing met all ice nok cvs amc mgm nyt spy tak exc nio crm wdc usb acn mco mck tte deo'.split(
    ' ',
  ),
)

/** Tickers that mean nothing else. */
export const plainTickers: readonly string[] = [...bySymbol.keys()].filter(
  (symbol) => /^[a-z]{3,5}$/.test(symbol) && !tickersThatAreWords.has(symbol),
)

const wordsToo = new Set([
  'gold',
  'gold price',
  'silver',
  'oil',
  'market',
  'the market',
  'stock market',
  'markets',
  'ether',
  'doge',
  'dow',
  'the dow',
  's&p',
  'cac',
  'dax',
  'natural gas',
  'brent',
  'spy',
  'bse',
])

/** Names of indices and coins that need no word about shares. */
export const marketNames: readonly string[] = indexesAndCoins
  .split(';')
  .flatMap((entry) => entry.slice(entry.indexOf(' ') + 1).split('|'))
  .filter((name) => !wordsToo.has(name))

/** Companies that a question such as "how is Tesla doing" is about. */
const companyNames: ReadonlySet<string> = new Set(
  [technology, consumer, industry, moneyAndHealth]
    .join(';')
    .split(';')
    .flatMap((entry) => entry.slice(entry.indexOf(' ') + 1).split('|'))
    .filter((name) => name.length > 3 && (!commonWords.has(name) || /^(?:apple|amazon|meta)$/.test(name)))
    .filter(
      (name) =>
        !/^(?:eric|block inc|spectrum|charter|merck|moodys|shell|delta|hermes|anthem|lilly|lucid|intel|nike|oracle)$/.test(
          name,
        ),
    )
    .concat('nike', 'intel', 'oracle'),
)

const coins: Readonly<Record<string, string>> = {
  bitcoin: 'BTC',
  bitcoins: 'BTC',
  btc: 'BTC',
  ethereum: 'ETH',
  ether: 'ETH',
  eth: 'ETH',
  dogecoin: 'DOGE',
  dogecoins: 'DOGE',
  doge: 'DOGE',
  solana: 'SOL',
  litecoin: 'LTC',
  litecoins: 'LTC',
  ltc: 'LTC',
  ripple: 'XRP',
  xrp: 'XRP',
  cardano: 'ADA',
}
export const coinNames: readonly string[] = Object.keys(coins)
const anyCoin = new RegExp(String.raw`\b(${coinNames.join('|')})\b`, 'i')

/** The coin that a text names, by its code. */
export function readCoinCode(text: string): string | undefined {
  const found = anyCoin.exec(text)?.[1]
  return found === undefined ? undefined : coins[found.toLowerCase()]
}

/** A company, index or coin by one of its names, or by its ticker. */
export function companyNamed(text: string): Company | undefined {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/^(?:the|a) (?=.)/, '')
    .replace(/(?:'s|’s| inc\.?| corp(?:oration)?\.?| company| co\.?| plc| ltd\.?)$/, '')
  return byName.get(name) ?? byName.get(`the ${name}`) ?? bySymbol.get(name.replace(/^\$/, ''))
}

/** What a text that is nothing else has as its symbol: "Tesla", "the Dow", "TSLA", "$TSLA", "intels". */
export function shareNamed(text: string): string | undefined {
  const ticker = markedTicker(text)
  if (ticker !== undefined) return ticker
  if (!/^(?:I|A|USD|EUR|GBP|CEO|IPO|ETF)$/.test(text) && /^[A-Z]{2,5}(?:[.-][A-Z]{1,2})?$/.test(text))
    return text
  return (companyNamed(text) ?? companyNamed(text.replace(/(?<=\p{L}{3})s$/u, '')))?.symbol
}

/** "$TSLA", which can be nothing else. */
export function markedTicker(text: string): string | undefined {
  return /^\$[a-z][a-z\d.^=-]{0,9}$/i.test(text) ? text.slice(1).toUpperCase() : undefined
}

/** The same where nothing else says that shares are spoken of. */
export function knownShare(text: string): string | undefined {
  const name = text.toLowerCase().replace(/^the /, '')
  return companyNames.has(name) || marketNames.includes(name) ? companyNamed(name)?.symbol : undefined
}

/** The company that a text names, the longest name first. Common words count only where shares are spoken of. */
export function readCompany(text: string, { aboutShares }: { aboutShares: boolean }): Company | undefined {
  const tokens = text
    .toLowerCase()
    .replaceAll(/[?!,;:()"]|'s\b|’s\b|\.(?=\s|$)/g, ' ')
    .split(/\s+/)
    .filter((token) => token !== '')
  for (let size = Math.min(MAX_WORDS, tokens.length); size > 0; size--) {
    for (let at = 0; at + size <= tokens.length; at++) {
      const name = tokens.slice(at, at + size).join(' ')
      const company = byName.get(name)
      if (company && (aboutShares || !commonWords.has(name))) return company
    }
  }
  return undefined
}

/** "$TSLA", "ticker BRK-B", or letters in capitals where shares are spoken of. */
export function readTicker(text: string): string | undefined {
  const marked =
    /(?:\$|\b(?:ticker|symbol)(?: symbol)?(?: for| of| is)? )([A-Za-z^][A-Za-z0-9.^=-]{0,9})\b/.exec(
      text,
    )?.[1]
  if (marked !== undefined) return marked.toUpperCase()
  const capitals = /\b(?!I\b|A\b|USD\b|EUR\b|GBP\b|CEO\b|IPO\b|ETF\b)([A-Z]{2,5}(?:[.-][A-Z]{1,2})?)\b/.exec(
    text,
  )?.[1]
  if (capitals !== undefined && !/^[^a-z]+$/.test(text)) return capitals
  const known = text
    .toLowerCase()
    .split(/[^a-z0-9.-]+/)
    .find((word) => word.length >= 3 && bySymbol.has(word) && !commonWords.has(word))
  return known?.toUpperCase()
}
