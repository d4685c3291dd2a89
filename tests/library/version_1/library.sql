PRAGMA application_id = 1296846669;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "about" VALUES('created','1794865622.802432');
INSERT INTO "about" VALUES('id','6cbca1021256f61e');
CREATE TABLE annotations (
    id TEXT PRIMARY KEY,
    clip TEXT NOT NULL REFERENCES clips (id),
    track TEXT NOT NULL,
    name TEXT NOT NULL,
    start INTEGER NOT NULL,
    stop INTEGER NOT NULL,
    by TEXT NOT NULL,
    confidence REAL,
    CHECK (0 <= start AND start < stop)
) WITHOUT ROWID;
INSERT INTO "annotations" VALUES('0917e44157b8','3fada003c449','annotations','step',2,9,'file',NULL);
INSERT INTO "annotations" VALUES('81b20c6357ea','277abc074cf1','annotations','run',0,180,'file',NULL);
CREATE TABLE changes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,            -- given by who asked: asking twice changes once
    window TEXT NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    role TEXT NOT NULL,                 -- do, undo, redo
    target INTEGER,                     -- the seq that an undo or redo is about
    state TEXT NOT NULL,                -- done, undone, or spent: no longer on an undo stack
    command TEXT NOT NULL,              -- JSON, as it was asked
    deltas TEXT NOT NULL,               -- JSON: every field it changed, before and after
    touched TEXT NOT NULL,              -- JSON: ["clip:ab12...", ...]
    kept TEXT NOT NULL,                 -- JSON: what an undo left because it has been changed since
    at REAL NOT NULL
);
INSERT INTO "changes" VALUES(1,'61f63fdf6a0c','','import','Import ada_sprint_00','do',NULL,'done','{}','[{"table":"clips","key":["277abc074cf1"],"about":"277abc074cf1","before":{"deleted":1794865623.9842002},"after":{"deleted":null}}]','["clip:277abc074cf1"]','[]',1.79486562398494887355e+09);
INSERT INTO "changes" VALUES(2,'722f2557444b','','add_clips','Add capture','do',NULL,'done','{}','[{"table":"clips","key":["3fada003c449"],"about":"3fada003c449","before":{"deleted":1794865624.145352},"after":{"deleted":null}}]','["clip:3fada003c449"]','[]',1.79486562414584493638e+09);
INSERT INTO "changes" VALUES(3,'430794dc7255','','add_clips','Add other','do',NULL,'done','{}','[{"table":"clips","key":["2d0354e92756"],"about":"2d0354e92756","before":{"deleted":1794865624.1692984},"after":{"deleted":null}}]','["clip:2d0354e92756"]','[]',1.79486562416942024228e+09);
INSERT INTO "changes" VALUES(4,'ec5a429b2bd8','','add_clips','Add held','do',NULL,'done','{}','[{"table":"clips","key":["1da5f761269c"],"about":"1da5f761269c","before":{"deleted":1794865640.6748698},"after":{"deleted":null}}]','["clip:1da5f761269c"]','[]',1.79486564067511200908e+09);
INSERT INTO "changes" VALUES(5,'fbbd857b39a6','','add_clips','Add blended','do',NULL,'done','{}','[{"table":"clips","key":["47df90617b68"],"about":"47df90617b68","before":{"deleted":1794865640.6895077},"after":{"deleted":null}}]','["clip:47df90617b68"]','[]',1.79486564068975710866e+09);
INSERT INTO "changes" VALUES(6,'efb96129b388','','add_clips','Add looped','do',NULL,'done','{}','[{"table":"clips","key":["231311cadd67"],"about":"231311cadd67","before":{"deleted":1794865640.6981945},"after":{"deleted":null}}]','["clip:231311cadd67"]','[]',1.79486564069839382175e+09);
INSERT INTO "changes" VALUES(7,'771529423c0b','','add_clips','Add transition','do',NULL,'done','{}','[{"table":"clips","key":["9953a20bd2b4"],"about":"9953a20bd2b4","before":{"deleted":1794865640.712052},"after":{"deleted":null}}]','["clip:9953a20bd2b4"]','[]',1.79486564071227908132e+09);
INSERT INTO "changes" VALUES(8,'75886a5a29a2','','add_clips','Add wandered','do',NULL,'done','{}','[{"table":"clips","key":["cb50351c6c97"],"about":"cb50351c6c97","before":{"deleted":1794865640.7242646},"after":{"deleted":null}}]','["clip:cb50351c6c97"]','[]',1.79486564072448372833e+09);
INSERT INTO "changes" VALUES(9,'8a1be20bcc78','','add_clips','Add through the graph','do',NULL,'done','{}','[{"table":"clips","key":["783e1070e012"],"about":"783e1070e012","before":{"deleted":1794865640.734477},"after":{"deleted":null}}]','["clip:783e1070e012"]','[]',1.79486564073467278479e+09);
INSERT INTO "changes" VALUES(10,'91697a686051','','set_document','Save foot_plant_oracle Foot plants','do',NULL,'done','{"content":"a125361afbe08e797aada9a5ad04a5d061030f703362965d8f7f47b4563ac886","data":{"clips":1,"frames":3,"from_scratch":false,"version":"1"},"document":"dd1ff72230d9","kind":"set_document","name":"Foot plants","of_kind":"foot_plant_oracle"}','[{"table":"documents","key":["dd1ff72230d9"],"about":"dd1ff72230d9","before":null,"after":{"id":"dd1ff72230d9","kind":"foot_plant_oracle","name":"Foot plants","version":1,"data":"{\"clips\":1,\"frames\":3,\"from_scratch\":false,\"version\":\"1\"}","content":"a125361afbe08e797aada9a5ad04a5d061030f703362965d8f7f47b4563ac886","added":1794865640.7454073,"deleted":null}}]','["document:dd1ff72230d9"]','[]',1.79486564074552154535e+09);
INSERT INTO "changes" VALUES(11,'0779c30d41e0','','set_document','Save machine walker','do',NULL,'done','{"content":"56ad40d7dbe19fd58de4671459f02462abdddf3f6ab82afcbb915e0c35b9289b","data":{"states":[{"clips":["3fada003c449","1da5f761269c"],"name":"walk"}]},"document":"e7a1dd30d415","kind":"set_document","name":"walker","of_kind":"machine"}','[{"table":"documents","key":["e7a1dd30d415"],"about":"e7a1dd30d415","before":null,"after":{"id":"e7a1dd30d415","kind":"machine","name":"walker","version":1,"data":"{\"states\":[{\"clips\":[\"3fada003c449\",\"1da5f761269c\"],\"name\":\"walk\"}]}","content":"56ad40d7dbe19fd58de4671459f02462abdddf3f6ab82afcbb915e0c35b9289b","added":1794865640.7519705,"deleted":null}}]','["document:e7a1dd30d415"]','[]',1.79486564075205373767e+09);
INSERT INTO "changes" VALUES(12,'064701b27328','','set_document','Save machine walker','do',NULL,'done','{"content":"8ff3737625cc1838b98f32bdfd05112a5679fe05b17b9a919634933eb913d360","data":{"edited":true,"states":[{"clips":["3fada003c449","1da5f761269c"],"name":"walk"}]},"document":"e7a1dd30d415","kind":"set_document","name":"walker","of_kind":"machine"}','[{"table":"documents","key":["e7a1dd30d415"],"about":"e7a1dd30d415","before":{"data":"{\"states\":[{\"clips\":[\"3fada003c449\",\"1da5f761269c\"],\"name\":\"walk\"}]}","content":"56ad40d7dbe19fd58de4671459f02462abdddf3f6ab82afcbb915e0c35b9289b","version":1},"after":{"data":"{\"edited\":true,\"states\":[{\"clips\":[\"3fada003c449\",\"1da5f761269c\"],\"name\":\"walk\"}]}","content":"8ff3737625cc1838b98f32bdfd05112a5679fe05b17b9a919634933eb913d360","version":2}}]','["document:e7a1dd30d415"]','[]',1.79486564076123833663e+09);
INSERT INTO "changes" VALUES(13,'7ee9f21ccfe3','','judge','Judge held: natural yes','do',NULL,'done','{"clip":"1da5f761269c","kind":"judge","natural":true,"person":"","question":"natural"}','[{"table":"judgements","key":["1da5f761269c","natural",""],"about":"1da5f761269c","before":null,"after":{"clip":"1da5f761269c","question":"natural","person":"","verdict":1}}]','["clip:1da5f761269c"]','[]',1.7948656407622914314e+09);
INSERT INTO "changes" VALUES(14,'842a89cb5b9a','','write_plants','Plants of capture','do',NULL,'done','{"bits":"DgwMDA==","by":"person","clip":"3fada003c449","confidence":null,"kind":"write_plants","source":"","start":5}','[{"table":"plants","key":["3fada003c449"],"about":"3fada003c449","start":5,"before":"eJxjZGZmBgAAGgAL","after":"eJz79+fPHwAJ5APz"}]','["clip:3fada003c449"]','[]',1.79486564076542925829e+09);
INSERT INTO "changes" VALUES(15,'e60837f5c96f','w1','add_label','Label a clip slow','do',NULL,'done','{"by":"person","clips":["3fada003c449"],"confidence":null,"kind":"add_label","label":"slow"}','[{"table":"labels","key":["3fada003c449","slow"],"about":"3fada003c449","before":null,"after":{"clip":"3fada003c449","label":"slow","present":1,"by":"person","confidence":null}}]','["clip:3fada003c449"]','[]',1.79486564076818919189e+09);
INSERT INTO "changes" VALUES(16,'9aa30ce4ab14','w1','delete_clips','Delete other','do',NULL,'done','{"clips":["2d0354e92756"],"kind":"delete_clips"}','[{"table":"clips","key":["2d0354e92756"],"about":"2d0354e92756","before":{"deleted":null},"after":{"deleted":1794865640.7732174}}]','["clip:2d0354e92756"]','[]',1.79486564077334499354e+09);
CREATE TABLE clips (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    content TEXT NOT NULL,              -- sha256 of the array file that holds the frames
    skeleton TEXT NOT NULL REFERENCES skeletons (hash),
    frames INTEGER NOT NULL CHECK (frames > 0),
    joints INTEGER NOT NULL CHECK (joints > 0),
    fps REAL NOT NULL CHECK (fps > 0),
    made INTEGER NOT NULL,              -- 1: a recipe made it; 0: captured
    recipe TEXT NOT NULL,               -- JSON
    source TEXT NOT NULL,               -- the collection it comes from: "CMU", "sample", ...
    subject TEXT NOT NULL,
    description TEXT NOT NULL,
    licence TEXT NOT NULL,
    note TEXT NOT NULL,                 -- what a person wrote about it
    file TEXT NOT NULL,                 -- the file it was read from, "" where none
    file_hash TEXT NOT NULL,            -- sha256 of that file and of those read with it
    reading TEXT NOT NULL,              -- JSON: format, unit, header rate, options, the reader's notes
    reading_key TEXT UNIQUE,            -- hash of file, file_hash and options: one file is one clip, whoever imports it
    height REAL,                        -- metres, of the body; NULL where its roles are not known
    gravity TEXT,                       -- JSON: what the fall of the body says about rate and unit
    added REAL NOT NULL,                -- seconds since 1970
    deleted REAL                        -- when a person deleted it; undo brings it back
);
INSERT INTO "clips" VALUES('277abc074cf1','ada_sprint_00','e2b37ebe66ab0b3666d42c972213f8f63402ce106b768c731078070f5459db59','48c6985912d987e458145f3191e44544',180,31,60.0,1,'{"behaviour":"sprint","made_by":"sample","options":{"noise":0.0,"skate":0.0},"performer":"ada","seed":0}','sample','ada','ada runs fast straight ahead','MIT','','sample:ada/sprint_00','','{"format":"made by code","header_fps":60.0,"metres_per_unit":1.0,"notes":[],"options":{},"rest_frame_dropped":false,"unit":"m","unit_guessed":false}','63e94fd28508c11165fc95a0fe010d94f18ad939d1a0df09f8c4ea9eba920fa5',1.63112848455356496124e+00,'{"fall":null,"flights":[],"implied_fps":null,"steps":[174,0.9597701149425287,0.7586206896551724],"suspicious":false,"text":"the weight is over the feet 96% of the time: nothing speaks against 60 Hz"}',1.79486562398420023919e+09,NULL);
INSERT INTO "clips" VALUES('3fada003c449','capture','8de1628b149c5285f39a1004610ed52195b3e9dce288c9a7eb9b15ecb894afcc','48c6985912d987e458145f3191e44544',40,31,60.0,0,'{}','CMU','16','','free','','','','{"format":"","header_fps":null,"metres_per_unit":null,"notes":[],"options":{},"rest_frame_dropped":false,"unit":"","unit_guessed":false}',NULL,NULL,NULL,1.79486562414535188677e+09,NULL);
INSERT INTO "clips" VALUES('2d0354e92756','other','b218a7a927495ea1eb877b10b57df69896dbfbb6124a570e2c305b2590ec08af','48c6985912d987e458145f3191e44544',12,31,60.0,0,'{}','','','','','','','','{"format":"","header_fps":null,"metres_per_unit":null,"notes":[],"options":{},"rest_frame_dropped":false,"unit":"","unit_guessed":false}',NULL,NULL,NULL,1.79486562416929841048e+09,1.79486564077321743967e+09);
INSERT INTO "clips" VALUES('1da5f761269c','held','47edba2266dff721b370c81ebdccedeba40d3a8be148dda75c2d31c0d4bc6be6','48c6985912d987e458145f3191e44544',4,31,60.0,1,'{"clip":"3fada003c449","from":{},"made_by":"feet.clean","options":{"ease":0.1,"fade":0.25,"ground":null,"horizon":null,"limit":0.3,"pause":0.1,"reach":0.998,"rise":0.1,"root_limit":0.2,"root_window":0.1,"shortest":0.034,"sink":0.001},"plants":"hand","score":{"after":0.1,"before":0.4}}','','','','','','','','{"format":"","header_fps":null,"metres_per_unit":null,"notes":[],"options":{},"rest_frame_dropped":false,"unit":"","unit_guessed":false}',NULL,NULL,NULL,1.79486564067486977576e+09,NULL);
INSERT INTO "clips" VALUES('47df90617b68','blended','1b24c3ff90764383c0beaf425ea572ee22bf7b9bf1b58900a7a7464987eb3443','48c6985912d987e458145f3191e44544',4,31,60.0,1,'{"made_by":"blend","sources":[{"frames":[0.0,1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0,9.0,10.0,11.0],"name":"ada_walk_00","recipe":{}},{"frames":[0.0,1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0,9.0,10.0,11.0],"name":"ada_walk_00","recipe":{}}],"weights":[[1.0,0.976709,0.912847,0.817431,0.699474,0.567994,0.432006,0.300526,0.182569,0.087153,0.023291,0.0],[0.0,0.023291,0.087153,0.182569,0.300526,0.432006,0.567994,0.699474,0.817431,0.912847,0.976709,1.0]]}','','','','','','','','{"format":"","header_fps":null,"metres_per_unit":null,"notes":[],"options":{},"rest_frame_dropped":false,"unit":"","unit_guessed":false}',NULL,NULL,NULL,1.79486564068950772287e+09,NULL);
INSERT INTO "clips" VALUES('231311cadd67','looped','47edba2266dff721b370c81ebdccedeba40d3a8be148dda75c2d31c0d4bc6be6','48c6985912d987e458145f3191e44544',4,31,60.0,1,'{"clip":"3fada003c449","distance":0.02,"first":0.1,"last":0.9,"made_by":"loop"}','','','','','','','','{"format":"","header_fps":null,"metres_per_unit":null,"notes":[],"options":{},"rest_frame_dropped":false,"unit":"","unit_guessed":false}',NULL,NULL,NULL,1.79486564069819450376e+09,NULL);
INSERT INTO "clips" VALUES('9953a20bd2b4','transition','ed4fe52d8ef9b19a59aaae1302eba9f74ae144e01d3c913f76e8b29a3859a164','48c6985912d987e458145f3191e44544',3,31,60.0,1,'{"by_way_of":[{"clip":"1da5f761269c","frame":1}],"from":{"clip":"3fada003c449","frame":3,"mirrored":false},"made_by":"transition","score":0.2,"span":[1,3],"table":"t0","to":{"clip":"2d0354e92756","frame":2,"mirrored":false}}','','','','','','','','{"format":"","header_fps":null,"metres_per_unit":null,"notes":[],"options":{},"rest_frame_dropped":false,"unit":"","unit_guessed":false}',NULL,NULL,NULL,1.79486564071205210689e+09,NULL);
INSERT INTO "clips" VALUES('cb50351c6c97','wandered','c040b7ca3363b5dd7f0bca6814ee92c9f7dae526eedb368d9fd48ac90e89ac97','48c6985912d987e458145f3191e44544',2,31,60.0,1,'{"made_by":"machine","requests":[[0.5,"walk"]]}','','','','','','','','{"format":"","header_fps":null,"metres_per_unit":null,"notes":[],"options":{},"rest_frame_dropped":false,"unit":"","unit_guessed":false}',NULL,NULL,NULL,1.79486564072426462174e+09,NULL);
INSERT INTO "clips" VALUES('783e1070e012','through the graph','2e42e8cc5575b0906c44f0a718b483b5494d30e36e7b839749e9661e6b330c88','48c6985912d987e458145f3191e44544',1,31,60.0,1,'{"made_by":"graph"}','','','','','','','','{"format":"","header_fps":null,"metres_per_unit":null,"notes":[],"options":{},"rest_frame_dropped":false,"unit":"","unit_guessed":false}',NULL,NULL,NULL,1.7948656407344770431e+09,NULL);
CREATE TABLE documents (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    data TEXT NOT NULL,                 -- JSON
    content TEXT NOT NULL,              -- sha256 of a file of bytes beside it, "" where none
    added REAL NOT NULL,
    deleted REAL
) WITHOUT ROWID;
INSERT INTO "documents" VALUES('dd1ff72230d9','foot_plant_oracle','Foot plants',1,'{"clips":1,"frames":3,"from_scratch":false,"version":"1"}','a125361afbe08e797aada9a5ad04a5d061030f703362965d8f7f47b4563ac886',1.79486564074540734287e+09,NULL);
INSERT INTO "documents" VALUES('e7a1dd30d415','machine','walker',2,'{"edited":true,"states":[{"clips":["3fada003c449","1da5f761269c"],"name":"walk"}]}','8ff3737625cc1838b98f32bdfd05112a5679fe05b17b9a919634933eb913d360',1.79486564075197052962e+09,NULL);
CREATE TABLE judgements (
    clip TEXT NOT NULL REFERENCES clips (id),
    question TEXT NOT NULL,
    person TEXT NOT NULL,
    verdict INTEGER NOT NULL,
    PRIMARY KEY (clip, question, person)
) WITHOUT ROWID;
INSERT INTO "judgements" VALUES('1da5f761269c','natural','',1);
CREATE TABLE labels (
    clip TEXT NOT NULL REFERENCES clips (id),
    label TEXT NOT NULL,
    present INTEGER NOT NULL,           -- 0: a person said that it is not this; no machine may say it again
    by TEXT NOT NULL,
    confidence REAL,
    PRIMARY KEY (clip, label)
) WITHOUT ROWID;
INSERT INTO "labels" VALUES('277abc074cf1','run',1,'file',NULL);
INSERT INTO "labels" VALUES('3fada003c449','slow',1,'person',NULL);
INSERT INTO "labels" VALUES('3fada003c449','walk',1,'person',NULL);
CREATE TABLE plants (
    clip TEXT PRIMARY KEY REFERENCES clips (id),
    frames BLOB NOT NULL,               -- a byte a frame: four bits of plants, four bits of "a person set this"
    by TEXT NOT NULL,                   -- who set the bits that no person set
    source TEXT NOT NULL,               -- which detector or oracle version they come from
    confidence BLOB                     -- 4 bytes a frame, 0..255, of the machine's bits
) WITHOUT ROWID;
INSERT INTO "plants" VALUES('277abc074cf1',X'00000001030303030202020202000000000000000000040C0C0C0C08080808080800000000000000000101030303030202020202000000000000000000040C0C0C0C08080808080800000000000000000001030303030202020202000000000000000000040C0C0C0C080808080800000000000000000001030303030202020202000000000000000000040C0C0C0C080808080800000000000000000001030303030202020202000000000000000000040C0C0C','file','by construction',NULL);
INSERT INTO "plants" VALUES('3fada003c449',X'0808090909FEFCFCFC0303030303030303030303030303020202020202020202060606040C0C0C0C','file','',NULL);
CREATE TABLE skeletons (hash TEXT PRIMARY KEY, data TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "skeletons" VALUES('48c6985912d987e458145f3191e44544','{"end_sites":[[5,0.0,-0.02445,0.06357],[10,0.0,-0.02445,0.06357],[16,0.0,0.190239388,0.01304],[22,0.04238,-0.001612198,0.00163],[23,0.05379,-0.009673189,0.03912],[29,-0.04238,-0.001612198,0.00163],[30,-0.05379,-0.009673189,0.03912]],"names":["Hips","LHipJoint","LeftUpLeg","LeftLeg","LeftFoot","LeftToeBase","RHipJoint","RightUpLeg","RightLeg","RightFoot","RightToeBase","LowerBack","Spine","Spine1","Neck","Neck1","Head","LeftShoulder","LeftArm","LeftForeArm","LeftHand","LeftFingerBase","LeftHandIndex1","LThumb","RightShoulder","RightArm","RightForeArm","RightHand","RightFingerBase","RightHandIndex1","RThumb"],"offsets":[[0.0,0.0,0.0],[0.0,0.0,0.0],[0.08476,-0.04075,-0.00326],[0.0,-0.4033435,0.00489],[0.0,-0.3967583,-0.02445],[0.00326,-0.04727,0.12714],[0.0,0.0,0.0],[-0.08476,-0.04075,-0.00326],[0.0,-0.4033435,0.00489],[0.0,-0.3967583,-0.02445],[-0.00326,-0.04727,0.12714],[0.0,0.048365946,-0.01304],[0.0,0.096731892,-0.00652],[0.0,0.112853874,-0.00326],[0.0,0.18862719,0.00978],[0.0,0.041917153,0.01141],[0.0,0.038692757,0.00815],[0.0269928,0.156383226,0.01304],[0.1334644,0.0,-0.00978],[0.28199,0.0,0.0],[0.24124,0.0,0.0],[0.0815,0.0,0.00326],[0.0489,-0.001612198,0.00163],[0.02771,-0.009673189,0.0326],[-0.0269928,0.156383226,0.01304],[-0.1334644,0.0,-0.00978],[-0.28199,0.0,0.0],[-0.24124,0.0,0.0],[-0.0815,0.0,0.00326],[-0.0489,-0.001612198,0.00163],[-0.02771,-0.009673189,0.0326]],"parents":[-1,0,1,2,3,4,0,6,7,8,9,0,11,12,13,14,15,13,17,18,19,20,21,20,13,24,25,26,27,28,27],"rest_root":[0.0,0.9125718,0.00326],"rest_rotations":[[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0],[0.0,0.0,0.0,1.0]],"roles":null}');
CREATE INDEX clips_by_content ON clips (content);
CREATE INDEX clips_by_file ON clips (file);
CREATE INDEX labels_by_label ON labels (label);
CREATE INDEX annotations_by_clip ON annotations (clip, start);
CREATE INDEX annotations_by_name ON annotations (name);
CREATE INDEX documents_by_kind ON documents (kind, name);
CREATE INDEX changes_by_window ON changes (window, state, seq);
CREATE INDEX changes_by_target ON changes (target, seq) WHERE target IS NOT NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('changes',16);
COMMIT;
