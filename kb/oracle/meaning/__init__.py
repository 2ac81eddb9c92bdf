"""What the rules of grammar/ mean, a class for each of its files: a method for each rule's name."""



from .activating import Activating
from .amounts import Amounts
from .conditions import Conditions
from .costs import Costs
from .effects import Effects
from .entering import Entering
from .mana import Mana
from .nouns import Nouns
from .statics import Statics
from .triggers import Triggers



class Meaning(Nouns, Amounts, Conditions, Costs, Activating, Mana, Effects, Triggers, Statics, Entering):
    """Turns a piece of text, while it is parsed, into what the methods return."""
