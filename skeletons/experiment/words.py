"""Words of this chapter."""

from ...languages import Words

WORDS = {
    "case.count.all": Words(zh="全部行", en="all rows"),
    "case.count.even": Words(zh="偶数行", en="even rows"),
    "need.filtered": Words(zh="数出符合条件的行", en="count the rows that meet a condition"),
    "claim.fc-1": Words(zh="加一个条件，计数就慢一倍以上。", en="A condition makes counting more than twice as slow."),
    "evidence.filtered_count": Words(zh="带条件 / 不带", en="with the condition / without"),
}
