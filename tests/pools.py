"""A small pool of cards, so that boards can be tested without the shipped one. What is known of the cards does not matter."""

from kb.cards import Card, Pool, Table

NAMES = (
    "Forest", "Island", "Swamp", "Exotic Orchard", "Reflecting Pool", "Wild Growth", "Llanowar Elves", "Grizzly Bears", "Hill Giant",
    "Walking Ballista", "Giant Growth", "Pale Moon", "Rift Bolt", "Lim-Dûl the Necromancer", "Kalemne, Disciple of Iroas",
    "Serra's Sanctum", "+2 Mace", "1996 World Champion", "Erase (Not the Urza's Legacy One)", "History of Benalia",
)


class SmallPool(Pool):
    """Takes a board's own cards by their names, and keeps what it was given."""

    entries = ()

    def with_cards(self, cards):
        pool = SmallPool(Table([Card(entry["name"], entry["name"], None, "") for entry in cards]), *self._sources)
        pool.entries = (*self.entries, *cards)
        return pool


FACES = (Card("Thing in the Ice", "Thing in the Ice // Awoken Horror", "Awoken Horror", ""),
         Card("Awoken Horror", "Thing in the Ice // Awoken Horror", "Thing in the Ice", ""))
TOKEN = Card("Treasure", "Treasure", None, "predefined_token")
POOL = SmallPool(Table([*(Card(name, name, None, "") for name in NAMES), *FACES, TOKEN]))
