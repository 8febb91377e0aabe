/** 1,024 plain words, so that each that is drawn by chance is worth exactly 10 bits. */
export const WORDS: readonly string[] = `
absorb accent acorn actor adapt agile airy album alert alley almond alpine amaze amber ample anchor
angle ankle answer apple apron arena armor arrive arrow artist ashes aside aspen atlas attic autumn
avenue awake award axle bacon badge bagel baker balance ballet bamboo banana banjo banner barley barn
barrel basil basin basket bath beach beacon bead beaver bench berry bike birch bird biscuit bison
blanket blaze block bloom blossom blouse board boat bonnet book booth border borrow bottle bounce bowl
box braid branch brass brave bread breeze brick bridge bright brisk bronze broom brush bubble bucket
buckle bugle build bulb bundle bunny burger bush butter button cabin cable cactus cage cake calm camel
camera camp canal canary candle candy cannon canoe canvas canyon cape carbon card cargo carpet carrot
cart carve castle cedar celery cellar cello cement cereal chain chair chalk chapel chart cheer cheese
cherry chess chest chief chip choir cider cinema circle citrus city clam clay clerk clever cliff climb
clock cloth cloud clover clown club coach coast coat cobalt cocoa coffee coin collar comb comet comic
cone cookie copper coral cork corn cosmic cotton couch cougar coyote crab cradle crane crater crayon
cream creek crepe crest cricket crisp crow crown crumb cube cup curry cycle cypress daisy dance daring
dawn deck deep deer delight delta denim desert desk dial diamond diary dice dill diner dinner disco dish
dock doctor dollar dolphin donkey donut door dough dove dragon drawer dream dress drift drum duck dune
dust eager eagle early earth easel east easy echo eclipse edge eel egg elbow elder elk elm ember engine
enjoy epoch even exact fable fabric falcon family fancy farm fast feast fence fennel fern ferry festive
fiddle field fig film finch fine fire firm fish flag flame flask flat flight flint float flock flood
floor flour flower fluffy flute foam focus fog forest fork fossil fox frame fresh frog frost frozen
fruit fudge funnel galaxy gallery garage garden garlic garnet gate gazebo gecko gem gentle geyser giant
giggle ginger glad glass globe glove glow glue goat goblet gold golden goose gorilla grain grand grape
grass gravel gravy green grove guitar gull gym hail hammer hammock hamster handle happy harbor hare harp
harvest hat hawk hazel hazy heart hedge helmet hen herb hero heron hickory hill hippo hive hockey honest
honey hood hook hoop horn horse hotel house humble hunter hurry hut ice icicle igloo inch ink inn insect
iris iron island ivory ivy jacket jade jaguar jam jar jasmine jazz jeans jelly jewel jigsaw jockey jolly
judge jug juggle juice jump jungle jury kayak keen kennel kernel kettle key kind king kingdom kite
kitten kiwi knee knife knight knob knot koala label lace ladder lagoon lake lamb lamp larch lark laser
lasso latch laugh laurel lava lawn leaf leather ledge lemon lentil leopard letter level library light
lilac lily lime linen linger lion liquid little lively lizard llama lobby lobster lock locket lodge log
lotus lounge lucky lumber lunch lynx lyric magma magnet magpie mallet mango maple marble march margin
marina market marmot marsh mask mast meadow medal mellow melody melon menu mercury merry meteor metro
mighty mile milk mill mineral mint minute mirror mist mitten moat model modest mole moment monkey moon
moose morning mosaic moss moth motor mouse muffin mug mule mural muscle museum music mustard nacho
napkin narrow nature navy neat nebula neck nectar needle nest nickel night nimble noble noodle north
nose nougat novel nugget nutmeg nylon oak oasis oat ocean octopus olive omelet onion onyx opal open
opera orange orbit orchard orchid organ ostrich otter outfit oven owl oxygen oyster pacific paddle page
paint palace palm pancake panda panel papaya paper parade park parrot pasta pastry patch path patio
peach peanut pear pearl pebble pecan pedal pelican pencil penguin peony pepper perch petal phone photo
piano pickle picnic pie pier pigeon pillow pilot pine pink pirate pizza plain planet plank plate plaza
plenty plum pocket poem poet polar polish pollen polo pond pony poplar poppy porch port poster potato
powder prism proud puddle pulley puma pumpkin puppet puppy purple puzzle quail quarry quartz queen quest
quick quiet quill quilt quince quiver quiz rabbit raccoon radar radio radish raft rail rain raisin ranch
rapid raven ravine razor ready recipe record reed reef relay relish rest rhino ribbon rice rich ridge
ring ripple river road robin robot rocket rodeo roof room root rope rose round royal ruby rudder rug
ruler rustic saddle saffron saga sail salad salmon salsa salt sandal satin sauce saucer sauna scale
scarf school science scooter scout scroll sea seal season seed sequoia sesame shadow shark shelf shell
shield shine ship shirt shoe shore short shovel shrimp shrub sierra silent silk silver simple siren
skate sketch ski skirt sky slate sleepy sleet slope small smile smoke smooth snail snow soap soccer sock
sofa soft soil solar solid song soup south soy space spade spark sparrow spice spider spin spinach
spiral sponge spoon spring sprout spruce square squash squid stable stage stair stamp star statue steady
steam steel stem still stone stool stork storm story stove straw stream street string studio sugar suit
summer summit sun sunny sunset super surf swan sweater sweet swift swing sword syrup table taco tailor
tall tango tank tape tapir tart tavern taxi tea team teapot teddy temple tender tennis tent terrace
thread throne thumb thunder thyme ticket tide tiger tile timber tin tiny tiptoe toast tomato topaz torch
tornado totem toucan towel tower town tractor trail train travel tray tree trellis trophy trout truck
true trumpet trunk tube tulip tuna tundra tunnel turban turkey turnip turtle tweed twig uncle unicorn
uniform unity upland upper urban urn valley vanilla vapor vase vault velvet venue vessel vest vine
violet violin vista vivid voice volcano volley voyage waffle wagon waist wall wallet walnut walrus wand
wander warm wasp watch water wave wax weasel wedge week west whale wheat wheel whisker wick wide widget
wild willow wind window wing winter wire wise wizard wolf wombat wonder wood wool world wren wrist
writer yacht yak yard yarn yeast yellow yodel yogurt yolk young zebra zenith zephyr zero zigzag zinc
zipper zone
`
  .trim()
  .split(/\s+/)
