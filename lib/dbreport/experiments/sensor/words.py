"""Words of the chapter on a sensor's backend."""

from ...languages import Words
from .queries import BATCH_ROWS

WORDS = {
    "case.insert.in_order": Words(zh=f"按次序，每条 {BATCH_ROWS} 行", en=f"in order, {BATCH_ROWS} a statement"),
    "case.insert.late": Words(zh=f"一成迟到，每条 {BATCH_ROWS} 行", en=f"one in ten late, {BATCH_ROWS} a statement"),
    "case.insert.bulk": Words(zh="一次导入全部", en="all at once, in bulk"),
    "case.why.insert_planned": Words(zh="只读取和计划，不执行", en="read and planned, not carried out"),
    "case.last.joined": Words(zh="最新读数，同一条语句", en="newest, one statement for all"),
    "case.last.own": Words(zh="最新读数，各自的写法", en="newest, each its own way"),
    "case.windows.day": Words(zh="最近一天，按小时", en="last day by the hour"),
    "case.windows.all": Words(zh="三个月，按小时", en="three months by the hour"),
    "case.retire.delete": Words(zh="DELETE", en="DELETE"),
    "case.retire.drop": Words(zh="整块丢弃", en="partition dropped"),
    "need.sensor_insert": Words(
        zh=f"插入传感器读数，每条语句 {BATCH_ROWS} 行", en=f"insert readings, {BATCH_ROWS} a statement"
    ),
    "need.sensor_last": Words(zh="每台设备的最新读数", en="newest reading of each device"),
    "need.sensor_windows": Words(
        zh="最近一天各设备每小时的均值与极值", en="mean and extremes by hour and device, one day"
    ),
    "need.sensor_delete": Words(zh="用 DELETE 删去最旧的一个月", en="delete the oldest month by DELETE"),
    "sensor.took": Words(zh="耗时", en="time"),
    "sensor.rows_gone": Words(zh="删去的行", en="rows gone"),
    "sensor.before": Words(zh="之前", en="before"),
    "sensor.after": Words(zh="之后", en="after"),
    "sensor.given_back": Words(zh="还给磁盘", en="given back"),
    "caption.sensor_inserted": Words(
        zh="同样的读数：按次序、一成迟到（只有次序不同），和用各系统最快的方式一次导入。越靠右越快。",
        en="The same readings in order, one in ten late (their order alone differs), and all at once by each system's"
        " fastest way. Right is faster.",
    ),
    "caption.sensor_asked": Words(
        zh="答案在各系统里都相同；三个月的窗口只取总数。越靠左越快。",
        en="All systems give the same answers; of three months the totals alone are fetched. Left is faster.",
    ),
    "caption.sensor_retired": Words(
        zh="删去最旧的一个月。“之后”在系统自己的整理（PostgreSQL 的 VACUUM）和检查点之后量；"
        "文件里空出来、没有还给磁盘的地方仍算占用。",
        en="The oldest month goes. “After” is after the system's own housekeeping (PostgreSQL's VACUUM) and a"
        " checkpoint; room inside a file that was not given back to the disk still counts.",
    ),
}
